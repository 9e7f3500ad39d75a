import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import type { CredentialInput, N8nRest, StoredCredential, WorkflowInput } from './rest';

export type Credentials = Map<string, StoredCredential & { data: IDataObject }>;

/** Stores credentials by type; skips types that the installed package does not have. */
export async function storeCredentials(
	rest: N8nRest,
	inputs: CredentialInput[],
): Promise<Credentials> {
	const known = new Set((await rest.credentialTypes()).map(({ name }) => name));
	const stored = inputs
		.filter(({ type }) => known.has(type))
		.map(
			async (input) =>
				[input.type, { ...(await rest.createCredential(input)), data: input.data }] as const,
		);
	return new Map(await Promise.all(stored));
}

/** Gives every node the stored credentials of its type. */
export function withCredentials(
	workflow: WorkflowInput,
	nodeTypes: Map<string, INodeTypeDescription>,
	credentials: Credentials,
): WorkflowInput {
	const nodes = workflow.nodes.map((node) => {
		const wanted = (nodeTypes.get(node.type)?.credentials ?? []).flatMap(({ name }) => {
			const credential = credentials.get(name);
			return credential ? [[name, { id: credential.id, name: credential.name }] as const] : [];
		});
		return wanted.length === 0 ? node : { ...node, credentials: Object.fromEntries(wanted) };
	});
	return { ...workflow, nodes };
}
