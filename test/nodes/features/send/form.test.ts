import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { TranslationJobs } from '../../../../nodes/TranslationJobs/TranslationJobs.node';
import { byId, useHarness } from '../../../support/harness';
import { sending, textItem } from './support';

/** What n8n shows of the node, without the choice of the operation. */
function shown(changes: INodeParameters = {}) {
	const { description } = new TranslationJobs();
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		{ resource: 'job', operation: 'send', ...changes },
		true,
		false,
		node,
		description,
	)!;
	return description.properties.filter(
		(property) =>
			!['resource', 'operation'].includes(property.name) &&
			NodeHelpers.displayParameter(values, property, node, description),
	);
}

/** The options that n8n offers. */
const offered = (changes?: INodeParameters) =>
	(shown(changes).find(({ name }) => name === 'options')!.options as INodeProperties[]).filter(
		({ type }) => type !== 'hidden',
	);

const isCollection = ({ type }: { type: string }) => /collection/i.test(type);
const names = (properties: Array<{ name: string }>) => properties.map(({ name }) => name);

describe('the form of Send for Translation', () => {
	it('asks for seven things at most before anything is chosen', () => {
		const fields = shown();
		expect(names(fields.filter((field) => !isCollection(field)))).toEqual([
			'providerId',
			'sourceLanguage',
			'targetLanguages',
			'jobName',
			'translate',
			'contentMode',
			'simplify',
		]);
		expect(fields.at(-1)!.name).toBe('simplify');
		expect(names(fields.filter(isCollection))).toEqual([
			'content',
			'itemFields',
			'additionalFields',
			'options',
		]);
	});

	it.each([
		['automatic', [], ['contentMode', 'content']],
		['content', [], ['contentMode', 'content']],
		['file', ['binaryPropertyName'], []],
		['both', ['binaryPropertyName'], ['contentMode', 'content']],
		['supportAsset', ['binaryPropertyName'], []],
	])('shows what %s needs', (translate, file, content) => {
		const fields = names(shown({ translate }));
		expect(fields.filter((name) => name === 'binaryPropertyName')).toEqual(file);
		expect(fields.filter((name) => name.startsWith('content'))).toEqual(content);
	});

	it('does not ask for texts where there are files', () => {
		const content = shown().find(({ name }) => name === 'content')!;
		expect(content).toMatchObject({ default: {}, typeOptions: { hideEmptyMessage: true } });
	});

	it('says what its fields are fields of', () => {
		const named = shown().filter(({ name }) => /Fields$/.test(name));
		expect(named.map(({ displayName }) => displayName)).toEqual(['Request Fields', 'Job Fields']);
	});

	it('has its options in the order of use, the technical ones last', () => {
		const options = offered();
		const order = names(options);
		expect(order.slice(0, 2)).toEqual(['submit', 'output']);
		expect(order.at(-1)).toBe('advanced');
		expect(names(options.at(-1)!.options as Array<{ name: string }>)).toEqual(
			expect.arrayContaining([
				'takeOverSeconds',
				'chunkSizeMiB',
				'idleSeconds',
				'concurrency',
				'maxTries',
				'maxWaitSeconds',
			]),
		);
	});

	it('says in the name of an option what the node waits for', () => {
		const options = offered();
		const wait = options.find(({ name }) => name === 'wait');
		expect(wait?.displayName).toBe('Wait Until the Provider Has It');
		expect(names(options)).toEqual(
			expect.arrayContaining(['submit', 'output', 'wait', 'windowHours', 'binaryPropertyName']),
		);
	});

	it.each([
		['send', 16],
		['preview', 16],
		['collect', 8],
	])('has few options, as %s: at most %i', (operation, most) => {
		expect(offered({ operation }).length).toBeLessThanOrEqual(most);
	});
});

describe('extended metadata of Send for Translation', () => {
	const harness = useHarness();
	const withMetadata = (options: INodeParameters) =>
		sending({ providerId: byId('metadata'), options });
	it('is sent as it is entered', async () => {
		const extendedMetadata = { costCenter: 'DE-1234', domain: 'legal', priority: 2 };
		await harness.json(withMetadata({ extendedMetadata }), { input: [textItem('Hello')] });
		const [job] = await harness.sandbox.jobs();
		expect(job!.extendedMetadata).toEqual(extendedMetadata);
	});

	it('is named with where to enter it if the provider needs it', async () => {
		const { error } = await harness.run(withMetadata({}), { input: [textItem('Hello')] });
		expect(error?.message).toBe(
			'Extended Metadata is missing, and the provider needs it: costCenter is required; domain is required',
		);
		expect(error?.description).toMatch(/under "Extended Metadata".*one of the options/);
	});
});
