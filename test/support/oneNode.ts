import type { INodeParameters, INodeProperties, INodeType, IWorkflowBase } from 'n8n-workflow';

import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node.ts';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node.ts';
import { PACKAGE, type StoredCredential } from '../../scripts/engine';

/** Emits the items of a test. */
export class Items implements INodeType {
	description = {
		displayName: 'Items',
		name: 'items',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	} as unknown as INodeType['description'];

	async execute() {
		return [[]];
	}
}

export interface NodeUnderTest {
	parameters: INodeParameters;
	credential: StoredCredential;
	type?: string;
	continueOnFail?: boolean;
}

/** The group inside 'Options' that holds an option, by the name of the option. */
const GROUPS = Object.fromEntries(
	[new TranslationJobs(), new ProjectSettings()]
		.flatMap(({ description }) => description.properties)
		.filter(({ name }) => name === 'options')
		.flatMap(({ options }) => (options as INodeProperties[]).filter(isGroup))
		.flatMap(({ name: group, options }) =>
			(options as INodeProperties[]).map(({ name }): [string, string] => [name, group]),
		),
);

function isGroup({ type }: INodeProperties): boolean {
	return type === 'collection';
}

/** Tests name an option without its group. */
export function inGroups(parameters: INodeParameters): INodeParameters {
	const { options } = parameters;
	if (typeof options !== 'object' || options === null) return parameters;
	const grouped: INodeParameters = {};
	for (const [name, value] of Object.entries(options as INodeParameters)) {
		const group = GROUPS[name];
		if (group === undefined) grouped[name] = mergedInto(grouped[name], value);
		else grouped[group] = { ...(grouped[group] as INodeParameters), [name]: value };
	}
	return { ...parameters, options: grouped };
}

const mergedInto = (before: INodeParameters[string], value: INodeParameters[string]) =>
	before === undefined ? value : { ...(before as INodeParameters), ...(value as INodeParameters) };

/** A workflow with two nodes: `Items`, and `Node` under test. */
export function oneNode({
	parameters,
	credential,
	type = 'translationJobs',
	continueOnFail,
}: NodeUnderTest): Pick<IWorkflowBase, 'nodes' | 'connections'> {
	return {
		nodes: [
			{
				id: '1',
				name: 'Items',
				type: 'test.items',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: '2',
				name: 'Node',
				type: `${PACKAGE}.${type}`,
				typeVersion: 1,
				position: [200, 0],
				parameters: inGroups(parameters),
				credentials: { [credential.type]: { id: credential.id, name: 'Sandbox' } },
				...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
			},
		],
		connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	};
}
