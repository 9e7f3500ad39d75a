import type { IConnections, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { Execution, WorkflowInput } from '../../scripts/n8n/run/rest';

export const PACKAGE = 'n8n-nodes-translation-jobs';
export const START = 'Start';

type NodeInput = Pick<INode, 'name' | 'type' | 'parameters'> & Partial<INode>;

/** The action node with these parameters. */
export function translationJobs(
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
): NodeInput {
	return {
		name,
		type: `${PACKAGE}.translationJobs`,
		parameters: { resource, operation, ...parameters } as INode['parameters'],
	};
}

/** All analysis codes, with these fields in the request. */
export const allAnalysisCodes = (fields: IDataObject): NodeInput => ({
	name: 'Codes',
	type: `${PACKAGE}.projectSettings`,
	parameters: {
		resource: 'analysisCode',
		operation: 'getAll',
		specifyFields: 'json',
		fieldsJson: JSON.stringify(fields),
		returnAll: true,
	},
});

/** A resource locator filled with an id, or with an expression that gives one. */
export function byId(value: string): IDataObject {
	return { __rl: true, mode: 'id', value };
}

/** An item with a small text file. */
export const fileItem = (fileName: string, text: string): INodeExecutionData => ({
	json: {},
	binary: { data: { data: btoa(text), fileName, mimeType: 'text/plain' } },
});

/** Nodes one after the other, the first of them fed by a trigger that a person presses. */
export function manualWorkflow(name: string, ...nodes: NodeInput[]): WorkflowInput {
	return chain(
		name,
		{ name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		...nodes,
	);
}

export function chain(name: string, ...nodes: NodeInput[]): WorkflowInput {
	const connections: IConnections = {};
	nodes.slice(1).forEach((node, index) => {
		connections[(nodes[index] as NodeInput).name] = {
			main: [[{ node: node.name, type: 'main', index: 0 }]],
		};
	});
	return {
		name,
		nodes: nodes.map((node, index) => ({
			id: `node-${index}`,
			typeVersion: 1,
			position: [index * 220, 0] as [number, number],
			...node,
		})),
		connections,
	};
}

/** The workflow with some parameters of some nodes changed. */
export function withParameters(
	workflow: WorkflowInput,
	changes: Record<string, IDataObject>,
): WorkflowInput {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[node.name] } as INode['parameters'],
	}));
	return { ...workflow, nodes };
}

/** What a node put out in an execution. */
export function output(execution: Execution, node: string): INodeExecutionData[] {
	const { runData, error } = execution.data.resultData;
	const items = runData[node]?.[0]?.data?.main?.[0];
	if (!items)
		throw new Error(
			`"${node}" put out nothing; the execution is ${execution.status}: ${JSON.stringify(error ?? runData[node]?.[0]?.error)}`,
		);
	return items;
}
