'use strict';

const REFRESH_MS = 700;
const KEPT_CALLS = 150;
const COLOURS = {
	CREATED: 'grey',
	SENDING: 'blue',
	SENT_TO_PROVIDER: 'blue',
	IN_TRANSLATION: 'violet',
	REVIEW_TRANSLATION: 'amber',
	TRANSLATION_REJECTED: 'red',
	TRANSLATION_APPROVED: 'green',
	CANCELLED: 'red',
	COMPLETED: 'green',
	COMPLETED_NO_NEED_TO_TRANSLATE: 'green',
	COMPLETED_COPY_BACK: 'green',
};
const HOSTS = { auth: 'violet', rest: 'blue', files: 'green', soap: 'amber' };

const opened = new Set();
let calls = [];
let lastCall = 0;
let onlyJob = null;

const byId = (id) => document.getElementById(id);

/** Builds an element. Text is always set as text, never as markup. */
function element(tag, attributes = {}, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
		else if (value === true) node.setAttribute(name, '');
		else if (value !== false && value !== undefined) node.setAttribute(name, value);
	}
	node.append(
		...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
	);
	return node;
}

async function act(action, input) {
	const answer = await fetch(`/_sandbox/${action}`, {
		method: 'POST',
		body: JSON.stringify(input ?? {}),
	});
	const body = await answer.json();
	if (!answer.ok) alert(body.message);
	await refresh();
	return body;
}

const words = (status) =>
	status
		.toLowerCase()
		.replaceAll('_', ' ')
		.replace(/^./, (letter) => letter.toUpperCase());
const pill = (status) =>
	element('span', { class: `pill ${COLOURS[status] ?? 'grey'}`, title: status }, words(status));

function ago(now, then) {
	const seconds = Math.max(0, Math.round((now - then) / 1000));
	if (seconds < 60) return `${seconds} s ago`;
	if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
	if (seconds < 172800) return `${Math.round(seconds / 3600)} h ago`;
	return `${Math.round(seconds / 86400)} days ago`;
}

function showCounts({ counts }) {
	const shown = [
		['Jobs', counts.jobs],
		['Requests', counts.requests],
		['In translation', counts.inTranslation],
		['In review', counts.inReview],
		['Updates to fetch', counts.waitingUpdates],
	];
	byId('counts').replaceChildren(
		...shown.map(([name, value]) =>
			element('div', {}, element('dt', {}, name), element('dd', {}, value.toLocaleString('en'))),
		),
	);
}

function showConnection({ addresses, client }) {
	if (byId('connect').childElementCount > 0) return;
	const shown = [
		['Base address', addresses.baseUrl],
		['Token host', addresses.authUrl],
		['File host', addresses.fileUrl],
		['Project settings (SOAP)', addresses.soapUrl],
		['Client id', client?.clientId],
		['Client secret', client?.clientSecret],
	];
	byId('connect').replaceChildren(
		...shown.map(([name, value]) =>
			element(
				'div',
				{},
				element('span', {}, name),
				element(
					'button',
					{ title: 'Copy', onclick: () => navigator.clipboard.writeText(value) },
					value ?? '',
				),
			),
		),
	);
}

function showNotices({ violations, preset, switched, faults }) {
	const notices = violations
		.slice(-3)
		.map(({ rule, detail }) =>
			element(
				'div',
				{ class: 'notice bad' },
				element('b', {}, words(rule.replaceAll('-', '_')) + ': '),
				element('code', {}, detail),
			),
		);
	const names = Object.keys(switched);
	const isPreset = preset !== 'specification';
	if (isPreset || names.length > 0 || faults > 0) {
		notices.push(
			element(
				'div',
				{ class: 'notice info' },
				isPreset && 'Preset: ',
				isPreset && element('code', {}, preset),
				isPreset && '. ',
				names.length > 0 && 'Switched: ',
				names.length > 0 &&
					element(
						'code',
						{},
						names.map((name) => `${name} = ${JSON.stringify(switched[name])}`).join(', '),
					),
				faults > 0 && ` ${faults} fault${faults === 1 ? '' : 's'} waiting.`,
			),
		);
	}
	byId('notices').replaceChildren(...notices);
}

function requestRow(request) {
	const ids = { requestIds: [request.requestId] };
	const atProvider = ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'TRANSLATION_REJECTED'].includes(
		request.status,
	);
	const delivered = [
		'REVIEW_TRANSLATION',
		'TRANSLATION_APPROVED',
		'COMPLETED_NO_NEED_TO_TRANSLATE',
		'COMPLETED_COPY_BACK',
		'COMPLETED',
	].includes(request.status);
	return element(
		'tr',
		{},
		element(
			'td',
			{},
			request.requestName,
			element('div', { class: 'facts' }, request.what),
			request.latestErrorMessage && element('div', { class: 'error' }, request.latestErrorMessage),
		),
		element(
			'td',
			{ class: 'languages' },
			`${request.sourceNativeLanguageCode} → ${request.targetNativeLanguageCode}`,
		),
		element('td', {}, pill(request.status), request.deliveries > 1 && ` ×${request.deliveries}`),
		element(
			'td',
			{ class: 'actions' },
			atProvider && element('button', { onclick: () => act('redeliver', ids) }, 'Deliver'),
			delivered && element('button', { onclick: () => act('redeliver', ids) }, 'Deliver again'),
			(atProvider || delivered) &&
				element('button', { onclick: () => act('cancelRequests', ids) }, 'Cancel'),
			(atProvider || delivered) &&
				element(
					'button',
					{
						onclick: () =>
							act('failRequests', { ...ids, message: 'The provider could not read the file.' }),
					},
					'Error',
				),
		),
	);
}

function jobCard(job, now) {
	const bar = Object.entries(job.byStatus).map(([status, count]) =>
		element('i', {
			class: COLOURS[status] ?? 'grey',
			title: `${count} ${words(status)}`,
			style: `width:${(100 * count) / job.requestCount}%`,
		}),
	);
	const summary = element(
		'summary',
		{},
		element('span', { class: 'name', title: job.jobName }, job.jobName),
		element(
			'span',
			{},
			job.archiveStatus !== 'ACTIVE' &&
				element('span', { class: 'pill grey' }, words(job.archiveStatus)),
			' ',
			pill(job.status),
		),
		element(
			'span',
			{ class: 'facts' },
			element('code', {}, job.jobId),
			` · ${job.requestCount} request${job.requestCount === 1 ? '' : 's'}`,
			job.providerName && ` · ${job.providerName}`,
			` · ${ago(now, job.created)}`,
		),
		element('div', { class: 'bar' }, bar),
	);
	const card = element('details', { class: 'job', open: opened.has(job.jobId) }, summary);
	card.addEventListener('toggle', () => {
		if (card.open === opened.has(job.jobId)) return;
		if (card.open) opened.add(job.jobId);
		else opened.delete(job.jobId);
		void refresh();
	});
	if (!opened.has(job.jobId)) return card;
	const waiting = job.requests.some(({ status }) => status === 'IN_TRANSLATION');
	card.append(
		element(
			'div',
			{ class: 'requests' },
			element(
				'table',
				{},
				element(
					'thead',
					{},
					element(
						'tr',
						{},
						...['Request', 'Languages', 'Status', ''].map((name) => element('th', {}, name)),
					),
				),
				element('tbody', {}, job.requests.map(requestRow)),
			),
			job.requestCount > job.requests.length &&
				element('p', { class: 'facts' }, `… and ${job.requestCount - job.requests.length} more`),
			waiting &&
				element(
					'div',
					{ class: 'all' },
					element('button', { onclick: () => act('deliver', { jobId: job.jobId }) }, 'Deliver all'),
				),
		),
	);
	return card;
}

function firstSteps(steps) {
	return element(
		'div',
		{ class: 'empty' },
		'No jobs yet. Run a workflow, or paste these first steps into a shell and watch them arrive.',
		element(
			'div',
			{},
			element(
				'button',
				{
					onclick: (event) =>
						navigator.clipboard.writeText(`${steps}\n`).then(() => {
							event.target.textContent = 'Copied';
						}),
				},
				'Copy the first steps',
			),
		),
		element('pre', { class: 'steps' }, steps),
	);
}

function showJobs({ jobs, now, counts, firstSteps: steps }) {
	// A rebuild on every refresh would clear a selection that somebody is copying.
	if (jobs.length === 0 && byId('jobs').querySelector('.steps')) return;
	const cards = jobs.map((job) => jobCard(job, now));
	if (jobs.length === 0) cards.push(firstSteps(steps));
	else if (counts.jobs > jobs.length)
		cards.push(
			element(
				'p',
				{ class: 'empty' },
				`The newest ${jobs.length} of ${counts.jobs.toLocaleString('en')} jobs.`,
			),
		);
	byId('jobs').replaceChildren(...cards);
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
		element('td', {}, call.at.slice(11, 23)),
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
			{ class: 'number' },
			call.durationMs > 0 ? String(Math.round(call.durationMs)) : '',
		),
	);
}

function showCalls(fresh) {
	const firstFresh = lastCall;
	const known = new Map(calls.map((call) => [call.seq, call]));
	for (const call of fresh) known.set(call.seq, call);
	calls = [...known.values()].slice(-KEPT_CALLS);
	// Open calls are requested again, so that their answers appear.
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

function showListeners({ listeners, callbacks }) {
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

let refreshing = false;
async function refresh() {
	if (refreshing) return;
	refreshing = true;
	try {
		const isOpen = ({ status, durationMs, fault, lateStatus }) =>
			(status === 0 && durationMs === 0) || (fault === 'lateEffectMs' && !lateStatus);
		const open = calls.filter(isOpen).map(({ seq }) => seq - 1);
		const answer = await fetch(`/_sandbox/overview?sinceCall=${Math.min(lastCall, ...open)}`);
		const overview = await answer.json();
		calls = calls.filter(({ seq }) => seq >= overview.oldestCall);
		showCounts(overview);
		showConnection(overview);
		showNotices(overview);
		showJobs(overview);
		showCalls(overview.calls);
		showListeners(overview);
		byId('live').className = 'live';
		byId('live').textContent = 'live';
	} catch {
		byId('live').className = 'live off';
		byId('live').textContent = 'sandbox is not running';
	} finally {
		refreshing = false;
	}
}

void refresh();
setInterval(refresh, REFRESH_MS);
