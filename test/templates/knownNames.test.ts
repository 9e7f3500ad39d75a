/** A name that no node knows does nothing, and n8n says nothing about it. */
import type { IDataObject, INode, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { TRANSLATION } from '../../nodes/form/simplify';
import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { TRIGGERS } from '../support/triggers/triggerEngine';

const PACKAGE = 'n8n-nodes-translation-jobs.';
/** n8n adds them to a tool of an agent and to a trigger that polls. */
const OF_N8N = ['descriptionType', 'toolDescription', 'pollTimes'];

const descriptions = new Map(
	[new TranslationJobs(), new ProjectSettings(), ...TRIGGERS].map(({ description }) => [
		description.name,
		description,
	]),
);
const ownNodes = (nodes: INode[]) => nodes.filter(({ type }) => type.startsWith(PACKAGE));

/** The names in a parameter that the field does not have, with their path. */
function unknownIn(value: unknown, fields: INodeProperties[], path: string): string[] {
	if (fields.length === 0) return OF_N8N.includes(path) ? [] : [path];
	const inner = (name: string) =>
		fields.flatMap(({ type, options = [] }): INodeProperties[][] => {
			if (type === 'collection')
				return [(options as INodeProperties[]).filter((option) => option.name === name)];
			const groups = (options as INodePropertyCollection[]).filter((group) => group.name === name);
			return type === 'fixedCollection'
				? groups.map(({ values }) => [
						{ type: 'collection', options: values } as unknown as INodeProperties,
					])
				: [];
		});
	if (!fields.some(({ type }) => ['collection', 'fixedCollection'].includes(type))) return [];
	return (Array.isArray(value) ? value : [value]).flatMap((row) =>
		Object.entries(row as IDataObject).flatMap(([name, each]) =>
			unknownIn(each, inner(name).flat(), `${path}.${name}`),
		),
	);
}

describe.each(readTemplates())('$file', ({ workflow: { nodes, connections } }) => {
	it('sets nothing that its nodes do not have', () => {
		const unknown = ownNodes(nodes).flatMap(({ name, type, parameters }) => {
			const { properties } = descriptions.get(type.slice(PACKAGE.length).replace(/Tool$/, ''))!;
			const { resource } = parameters;
			const isShown = ({ displayOptions }: INodeProperties) =>
				resource === undefined ||
				displayOptions?.show?.resource?.includes(resource as string) !== false;
			return Object.entries(parameters).flatMap(([parameter, value]) =>
				unknownIn(
					value,
					properties.filter((field) => field.name === parameter && isShown(field)),
					parameter,
				).map((path) => `${name}: ${path}`),
			);
		});
		expect(unknown).toEqual([]);
	});

	it('takes from a simplified Collect only what it returns', () => {
		// Its error output has these, too.
		const known = new Set([...Object.values(TRANSLATION).flat(), 'error', 'description']);
		const collects = ownNodes(nodes).filter(
			({ parameters }) => parameters.operation === 'collect' && parameters.simplify !== false,
		);
		const unknown = collects.flatMap(({ name }) => {
			const next = (connections[name]?.main ?? []).flatMap((targets) => targets ?? []);
			return nodes.flatMap((node) => {
				const text = JSON.stringify(node.parameters);
				const named = text.split(`$('${name}').item.json.`).slice(1);
				const direct = next.some((target) => target.node === node.name)
					? text.split('$json.').slice(1)
					: [];
				return [...named, ...direct]
					.map((rest) => /^\w+/.exec(rest)![0])
					.filter((field) => !known.has(field))
					.map((field) => `${node.name}: ${field}`);
			});
		});
		expect(unknown).toEqual([]);
	});
});
