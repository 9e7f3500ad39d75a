import { LoadOptionsContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { type Engine, PACKAGE, type StoredCredential } from '../../scripts/engine';

/** A node of this package, as it stands alone in the editor. */
export const nodeInEditor = (
	name: string,
	parameters: INodeParameters,
	{ type, id }: Pick<StoredCredential, 'type' | 'id'>,
) => ({
	id: '1',
	name: 'Node',
	type: `${PACKAGE}.${name}`,
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters,
	credentials: { [type]: { id, name: 'Sandbox' } },
});

/** In which the editor asks a node for its lists. */
export function editorContext(engine: Engine, node: ReturnType<typeof nodeInEditor>) {
	const workflow = engine.workflow({ nodes: [node], connections: {} });
	const additionalData = Object.assign(engine.additionalData(workflow), {
		currentNodeParameters: node.parameters,
	});
	return new LoadOptionsContext(workflow, node, additionalData, 'parameters');
}
