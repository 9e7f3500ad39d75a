import type { INodeParameters, INodeType, IWorkflowBase } from 'n8n-workflow';

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

/**
 * What each group inside 'Options' holds. test/nodes/form/optionGroups.test.ts compares it with the
 * nodes, which this file does not import: it also runs where only the package is.
 */
export const IN_GROUPS: Readonly<Record<string, readonly string[]>> = {
	advanced: [
		'allowUnlistedLanguages',
		'chunkSizeMiB',
		'concurrency',
		'idleSeconds',
		'maxTries',
		'maxWaitSeconds',
		'takeOverSeconds',
		'waitSeconds',
	],
	qualityChecks: ['checkFiles', 'checks', 'maxLengths', 'termsToKeep'],
	wordsAndCost: ['currency', 'maxCost', 'maxWords', 'rates', 'sendWordCount'],
};
const groupOf = (name: string): string | undefined =>
	Object.keys(IN_GROUPS).find((group) => IN_GROUPS[group]!.includes(name));

/** Tests name an option without its group. */
export function inGroups(parameters: INodeParameters): INodeParameters {
	const { options } = parameters;
	if (typeof options !== 'object' || options === null) return parameters;
	const grouped: INodeParameters = {};
	for (const [name, value] of Object.entries(options as INodeParameters)) {
		const group = groupOf(name);
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
