import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

const KEY = 'collectedDeliveries';
const REMEMBERED = 5_000;

/**
 * Deliveries that this node has handed on. Kept in the static data of the node: n8n saves it after an
 * execution of an active workflow, so what a crash forgets is collected again rather than lost.
 */
export class HandedOn {
	private readonly data: IDataObject;
	private readonly known: Set<string>;

	constructor(context: IExecuteFunctions) {
		this.data = context.getWorkflowStaticData('node');
		this.known = new Set(Array.isArray(this.data[KEY]) ? (this.data[KEY] as string[]) : []);
	}

	has(deliveryKey: string): boolean {
		return this.known.has(deliveryKey);
	}

	remember(deliveryKeys: readonly string[]): void {
		for (const key of deliveryKeys) this.known.add(key);
		this.data[KEY] = [...this.known].slice(-REMEMBERED);
	}
}
