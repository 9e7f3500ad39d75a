/**
 * A sheet in memory, and stand-ins for the nodes of a template that reads and writes one. They do
 * only what such a template needs.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import { standIn } from './templates';

const branch = CORE_NODES['n8n-nodes-base.if'] as INodeType;

const filter: INodeType = {
	...branch,
	async execute(this: IExecuteFunctions) {
		const [passed] = (await branch.execute!.call(this)) as INodeExecutionData[][];
		return [passed!];
	},
};

const set = standIn(['mode', 'jsonOutput', 'assignments'], async function () {
	const valuesOf = (item: number): IDataObject => {
		if (this.getNodeParameter('mode', item, 'manual') === 'raw')
			return this.getNodeParameter('jsonOutput', item) as IDataObject;
		const assignments = this.getNodeParameter('assignments.assignments', item) as Array<{
			name: string;
			value: string;
		}>;
		return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
	};
	return [this.getInputData().map((_, item) => ({ json: valuesOf(item), pairedItem: { item } }))];
});

/** Adds to each item of the first input the first one of the second input that matches. */
const merge = standIn(['mergeByFields'], async function () {
	const fields = this.getNodeParameter('mergeByFields.values', 0) as Array<{
		field1: string;
		field2: string;
	}>;
	const others = this.getInputData(1);
	return [
		this.getInputData(0).map(({ json }, item) => {
			const match = others.find((other) =>
				fields.every(({ field1, field2 }) => json[field1] === other.json[field2]),
			);
			return { json: { ...json, ...match?.json }, pairedItem: { item, input: 0 } };
		}),
	];
});

export class Sheet {
	rows: IDataObject[] = [];

	/** @param onUpdate - Comes before a cell is written, and may refuse all by throwing. */
	nodes(onUpdate: (context: IExecuteFunctions) => void): Record<string, INodeType> {
		const { update, read } = this;
		const sheets = standIn(['operation'], async function () {
			if (this.getNodeParameter('operation', 0) === 'read') return [read()];
			onUpdate(this);
			return [update(this.getInputData())];
		});
		return {
			'n8n-nodes-base.googleSheets': sheets,
			'n8n-nodes-base.set': set,
			'n8n-nodes-base.merge': merge,
			'n8n-nodes-base.filter': filter,
		};
	}

	private readonly read = () => this.rows.map((row) => ({ json: { ...row } }));

	/** As the real one does, it finds the row by its key and adds columns. */
	private readonly update = (items: INodeExecutionData[]) =>
		items.map(({ json }, item) => {
			const row = this.rows.find(({ key }) => key === json.key);
			if (!row) throw new Error(`The sheet has no row ${String(json.key)}`);
			Object.assign(row, json);
			return { json: { ...json }, pairedItem: { item } };
		});
}
