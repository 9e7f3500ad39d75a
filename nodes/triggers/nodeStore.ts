/**
 * What a trigger keeps in n8n's static data. n8n finds that of a node by the node's name, except for
 * durable polls. So a copy lies in the data of the workflow, under the node's id, for the time after
 * a rename. n8n saves a durable poll together with its execution, but not the copy: the node's own
 * data decides wherever it can be.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { refuseNewerForm } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';

/** Code nodes use the data of the workflow, too. */
const COPIES = 'translationJobsTriggers';
/** The oldest copies belong to nodes that are gone. */
const MAX_NODES = 10;
const MAX_BYTES = 1_000_000;
const FORM = 1;

type Context = Pick<IPollFunctions, 'getNode' | 'getWorkflowStaticData'>;

/** Whose data it is, and how often it was saved. */
interface Owner {
	id: string;
	name: string;
	saves: number;
	/** Of everything in it. */
	form: number;
}

function ownerOf(data: unknown): Partial<Owner> | undefined {
	return isRecord(data) && isRecord(data.owner) ? data.owner : undefined;
}

function copiesOf(context: Context): Record<string, unknown> {
	const copies = context.getWorkflowStaticData('global')[COPIES];
	return isRecord(copies) ? copies : {};
}

/** The node's own static data, with what was saved under another name of the node. */
export function openStore(context: Context): IDataObject {
	const { id, name } = context.getNode();
	const store = context.getWorkflowStaticData('node');
	const kept = copiesOf(context)[id];
	const copied = ownerOf(kept);
	const own = ownerOf(store);
	for (const stored of [own, copied])
		refuseNewerForm('What this trigger has stored', stored?.form, FORM);
	const isOwn = own ? own.id === id : !copied;
	// The node had this name before, and another one since.
	const isOutdated =
		own?.name === name && copied?.name !== name && (copied?.saves ?? 0) > (own?.saves ?? 0);
	if (isOwn && !isOutdated) return store;
	for (const key of Object.keys(store)) delete store[key];
	return Object.assign(store, copied ? kept : {});
}

/** For a poll or callback that hands something over: n8n saves the data of the workflow then. */
export function saveCopy(context: Context, store: IDataObject): void {
	const { id, name } = context.getNode();
	const saves = (ownerOf(store)?.saves ?? 0) + 1;
	store.owner = { id, name, saves, form: FORM };
	const others = Object.entries(copiesOf(context)).filter(([other]) => other !== id);
	const copies = [...others, [id, { ...store }]].slice(-MAX_NODES);
	while (copies.length > 1 && JSON.stringify(copies).length > MAX_BYTES) copies.shift();
	context.getWorkflowStaticData('global')[COPIES] = Object.fromEntries(copies) as IDataObject;
}
