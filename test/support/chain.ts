import type { INode, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { PACKAGE, type StoredCredential } from '../../scripts/engine';

/** Its name and parameters. Without parameters it is a step whose output the test pins. */
export type Step = readonly [name: string, parameters?: INodeParameters];

/** A workflow of Translation Jobs nodes and pinned steps, one after the other. */
export function chain(
	credential: StoredCredential,
	steps: readonly Step[],
): Pick<IWorkflowBase, 'nodes' | 'connections'> {
	const nodes = steps.map(([name, parameters], index): INode => ({
		id: String(index),
		name,
		type: parameters ? `${PACKAGE}.translationJobs` : 'test.items',
		typeVersion: 1,
		position: [200 * index, 0],
		parameters: parameters ?? {},
		...(parameters
			? { credentials: { [credential.type]: { id: credential.id, name: 'Sandbox' } } }
			: {}),
	}));
	return inSequence(nodes);
}

/** Connects each node to the next. */
export function inSequence(nodes: INode[]): Pick<IWorkflowBase, 'nodes' | 'connections'> {
	const links = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]!.name,
			{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
		]);
	return { nodes, connections: Object.fromEntries(links) as IWorkflowBase['connections'] };
}
