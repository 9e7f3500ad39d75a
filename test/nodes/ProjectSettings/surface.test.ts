import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { ProjectSettings } from '../../../nodes/ProjectSettings/ProjectSettings.node';

/** The surface that workflows rely on. */
const OPERATIONS: Record<string, string[]> = {
	analysisCode: [
		'getAll',
		'set',
		'setLabel',
		'setLevel',
		'setVisibility',
		'setLevelVisibility',
		'delete',
	],
	priceList: ['get', 'getById', 'set'],
};

const { properties } = new ProjectSettings().description;
const optionsOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodePropertyOptions[];

describe('the surface of the Translation Project Settings node', () => {
	it('uses a credential whose name no other package has: types are global in n8n', () => {
		expect(new ProjectSettings().description.credentials?.map(({ name }) => name)).toEqual([
			'translationProjectSettingsApi',
		]);
		expect(new TranslationProjectSettingsApi()).toMatchObject({
			name: 'translationProjectSettingsApi',
			displayName: 'Translation Project Settings API',
		});
	});

	it('has every resource, in alphabetical order, with a description', () => {
		const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
		expect(resources.map(({ value }) => value)).toEqual(Object.keys(OPERATIONS));
		expect(resources.map(({ name }) => name)).toEqual(
			[...resources.map(({ name }) => name)].sort(),
		);
		expect(resources.filter((resource) => !resource.description)).toEqual([]);
	});

	it.each(Object.entries(OPERATIONS))(
		'has every operation of %s in the order of use, with a description and an action',
		(resource, operations) => {
			const offered = optionsOf(
				properties.find(
					({ name, displayOptions }) =>
						name === 'operation' && displayOptions?.show?.resource?.includes(resource),
				),
			);
			expect(offered.map(({ value }) => value)).toEqual(operations);
			expect(offered.filter((operation) => !operation.description || !operation.action)).toEqual(
				[],
			);
		},
	);

	it('calls the operation that creates what does not exist Create or Update, as n8n asks for', () => {
		const operation = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(optionsOf)
			.find(({ description }) => /or update it if it exists/.test(description ?? ''));
		expect(operation).toMatchObject({
			value: 'set',
			name: 'Create or Update',
			action: 'Create or update analysis code',
		});
	});
});
