import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

/** A node that runs any function of a test inside a real execution. */
export class Probe implements INodeType {
	description = {
		displayName: 'Probe',
		name: 'probe',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		credentials: [{ name: 'translationJobsApi', required: true }],
	} as unknown as INodeTypeDescription;

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

	work: (context: IExecuteFunctions) => Promise<void> = async () => {};

	constructor() {
		// n8n calls `execute` with the context as `this`.
		const run = async (context: IExecuteFunctions) => await this.work(context);
		this.execute = async function () {
			await run(this);
			return [[]];
		};
	}
}
