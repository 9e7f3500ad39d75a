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
				parameters,
				credentials: { [credential.type]: { id: credential.id, name: 'Sandbox' } },
				...(continueOnFail ? { onError: 'continueRegularOutput' as const } : {}),
			},
		],
		connections: { Items: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
	};
}
