import { badRequest, conflict, notFound } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import {
	callbackUri,
	checkQuery,
	type Field,
	flag,
	listOf,
	readFields,
	text,
} from '../http/fields';
import type { Params, Router } from '../http/router';
import type { Listener, ListenerType } from '../model/model';
import type { State } from '../model/state';
import { readBody } from './jobs';
import { sendPage } from './paging';
import { listenerToJson } from './toJson';

const STATUS_CODES: Record<ListenerType, readonly string[]> = {
	JOB_STATUS_UPDATED: ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'CANCELLED'],
	REQUEST_STATUS_UPDATED: ['IN_TRANSLATION', 'REVIEW_TRANSLATION', 'CANCELLED'],
};

const listenerType: Field<ListenerType> = (value, name) => {
	if (value !== 'JOB_STATUS_UPDATED' && value !== 'REQUEST_STATUS_UPDATED') {
		throw badRequest(`${name} must be JOB_STATUS_UPDATED or REQUEST_STATUS_UPDATED.`);
	}
	return value;
};

const LISTENER_FIELDS = {
	uri: callbackUri,
	type: listenerType,
	statusCodes: listOf(text, { atLeast: 1 }),
	acknowledgeStatusUpdate: flag,
	disabled: flag,
	authType: text,
	onSupportAssetCreate: flag,
	onTmUpdateCreate: flag,
};

export function routeListeners(router: Router): void {
	router
		.add('GET', '/statusupdates/listeners', listListeners)
		.add('POST', '/statusupdates/listeners', createListener)
		.add('GET', '/statusupdates/listeners/{listenerId}', getListener)
		.add('PATCH', '/statusupdates/listeners/{listenerId}', patchListener)
		.add('DELETE', '/statusupdates/listeners/{listenerId}', deleteListener);
}

function checkStatusCodes(type: ListenerType, statusCodes: readonly string[]): void {
	const refused = statusCodes.filter((code) => !STATUS_CODES[type].includes(code));
	if (refused.length > 0) {
		throw badRequest(
			`A ${type} listener does not accept ${refused.join(', ')}; it accepts ${STATUS_CODES[type].join(', ')}.`,
			'STATUS_CODE_REFUSED',
		);
	}
}

function refuseDuplicate(state: State, type: ListenerType, except?: Listener): void {
	const other = [...state.listeners.values()].find(
		(listener) => listener.type === type && listener !== except,
	);
	if (other)
		throw conflict(
			'LISTENER_EXISTS',
			`There is a ${type} listener already: ${other.listenerId}. Only one of each type is allowed.`,
		);
}

function findListener({ state }: Exchange, { listenerId = '' }: Params): Listener {
	const listener = state.listeners.get(listenerId);
	if (!listener) throw notFound('Listener', listenerId);
	return listener;
}

function listListeners(exchange: Exchange): void {
	const { state } = exchange;
	sendPage(
		exchange,
		200,
		'listeners',
		[...state.listeners.values()],
		(listener) => listenerToJson(state, listener, true),
		{ neverOmitted: state.isProduction },
	);
}

async function createListener(exchange: Exchange): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const fields = readFields(exchange, await readBody(exchange), LISTENER_FIELDS, [
		'uri',
		'type',
		'statusCodes',
	]);
	const type = fields.type as ListenerType;
	checkStatusCodes(type, fields.statusCodes ?? []);
	refuseDuplicate(state, type);
	const listener: Listener = {
		seq: state.nextSeq(),
		listenerId: state.newId(),
		uri: '',
		statusCodes: [],
		acknowledgeStatusUpdate: true,
		disabled: false,
		onSupportAssetCreate: false,
		onTmUpdateCreate: false,
		...fields,
		type,
		failuresInARow: 0,
	};
	state.listeners.set(listener.listenerId, listener);
	sendJson(exchange, 201, listenerToJson(state, listener));
}

function getListener(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	sendJson(exchange, 200, listenerToJson(exchange.state, findListener(exchange, params)));
}

async function patchListener(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const listener = findListener(exchange, params);
	const changes = readFields(
		exchange,
		await readBody(exchange),
		LISTENER_FIELDS,
		state.isProduction ? ['uri'] : [],
	);
	const type = changes.type ?? listener.type;
	checkStatusCodes(type, changes.statusCodes ?? listener.statusCodes);
	refuseDuplicate(state, type, listener);
	Object.assign(listener, changes);
	if (changes.disabled === false) listener.failuresInARow = 0;
	sendJson(exchange, 200, listenerToJson(state, listener));
}

function deleteListener(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const listener = findListener(exchange, params);
	exchange.state.listeners.delete(listener.listenerId);
	sendJson(exchange, 200, listenerToJson(exchange.state, listener));
}
