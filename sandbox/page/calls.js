import { refresh } from './actions.js';
import { byId, element } from './elements.js';

const KEPT_CALLS = 150;
const HOSTS = { auth: 'violet', rest: 'blue', files: 'green', soap: 'amber' };

let calls = [];
let lastCall = 0;
let onlyJob = null;

/** The last call whose answer is known. Later ones are requested again, until it is. */
export function lastKnownCall() {
	const isOpen = ({ status, durationMs, fault, lateStatus }) =>
		(status === 0 && durationMs === 0) || (fault === 'lateEffectMs' && !lateStatus);
	return Math.min(lastCall, ...calls.filter(isOpen).map(({ seq }) => seq - 1));
}

/** The decoded query, or the raw one if it cannot be decoded. */
function readable(query) {
	try {
		return decodeURIComponent(query);
	} catch {
		return query;
	}
}

function callRow(call, isFresh) {
	const kind =
		call.status === 0 ? 'no' : call.status < 300 ? 'ok' : call.status < 400 ? 'move' : 'no';
	return element(
		'tr',
		{
			class: isFresh ? 'fresh' : '',
			title: `${call.bytesIn} bytes in, ${call.bytesOut} bytes out`,
			onclick: () => {
				onlyJob = call.jobId ?? null;
				void refresh();
			},
		},
		element('td', { class: 'time' }, call.at.slice(11, 23)),
		element(
			'td',
			{},
			element('span', { class: `pill ${HOSTS[call.origin] ?? 'grey'}` }, call.origin),
		),
		element(
			'td',
			{ class: 'path' },
			element('b', {}, call.method),
			` ${call.path}`,
			call.query && element('small', {}, readable(call.query)),
			call.fault &&
				element(
					'div',
					{},
					element('span', { class: 'pill red' }, `fault: ${call.fault}`),
					call.lateStatus && ` later: ${call.lateStatus}`,
				),
			call.throttled && element('div', {}, element('span', { class: 'pill amber' }, 'throttled')),
		),
		element(
			'td',
			{},
			element(
				'span',
				{ class: `status ${kind}` },
				call.status === 0 ? (call.durationMs > 0 ? 'broken' : '…') : String(call.status),
			),
		),
		element(
			'td',
			{ class: 'number time' },
			call.durationMs > 0 ? String(Math.round(call.durationMs)) : '',
		),
	);
}

/** Shows the calls of an overview together with those that are known. */
export function showCalls({ calls: fresh, oldestCall }) {
	calls = calls.filter(({ seq }) => seq >= oldestCall);
	const firstFresh = lastCall;
	const known = new Map(calls.map((call) => [call.seq, call]));
	for (const call of fresh) known.set(call.seq, call);
	calls = [...known.values()].slice(-KEPT_CALLS);
	lastCall = Math.max(lastCall, ...fresh.map(({ seq }) => seq));
	const shown = calls.filter(({ jobId }) => onlyJob === null || jobId === onlyJob).reverse();
	byId('calls').replaceChildren(
		...shown.map((call) => callRow(call, call.seq > firstFresh && firstFresh > 0)),
	);
	if (shown.length === 0)
		byId('calls').append(
			element('tr', {}, element('td', { colspan: '5', class: 'empty' }, 'No calls yet.')),
		);
	byId('calls-hint').replaceChildren(
		...(onlyJob === null
			? ['Every call the service received, newest first. Click one to see only its job.']
			: [
					`Only the calls of job ${onlyJob}. `,
					element(
						'button',
						{
							onclick: () => {
								onlyJob = null;
								void refresh();
							},
						},
						'Show all',
					),
				]),
	);
}

export function showListeners({ listeners, callbacks }) {
	if (listeners.length === 0 && callbacks.length === 0) return byId('listeners').replaceChildren();
	const rows = listeners.map((listener) =>
		element(
			'tr',
			{},
			element('td', {}, listener.type),
			element('td', { class: 'path' }, listener.uri),
			element(
				'td',
				{},
				element(
					'span',
					{ class: `pill ${listener.disabled ? 'red' : 'green'}` },
					listener.disabled ? 'Disabled' : 'Active',
				),
			),
		),
	);
	const sent = callbacks
		.slice(0, 8)
		.map(({ at, payload, status, error }) =>
			element(
				'tr',
				{},
				element('td', {}, at.slice(11, 23)),
				element(
					'td',
					{ class: 'path' },
					`${payload.eventType} ${payload.statusCode} · job ${payload.jobId}`,
				),
				element(
					'td',
					{},
					element(
						'span',
						{ class: `status ${status >= 200 && status < 300 ? 'ok' : 'no'}` },
						status === 0 ? (error ?? 'no answer') : String(status),
					),
				),
			),
		);
	byId('listeners').replaceChildren(
		element('h3', {}, 'Listeners and their callbacks'),
		element('table', { class: 'calls' }, element('tbody', {}, rows, sent)),
	);
}
