import { act, refresh } from './actions.js';
import { byId, copyButton, element, since } from './elements.js';
import { bar, pill, words } from './statuses.js';
import { showTranslation } from './translation.js';

const opened = new Set();
let shown;

function requestRow(request) {
	const ids = { requestIds: [request.requestId] };
	const atProvider = ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'TRANSLATION_REJECTED'].includes(
		request.status,
	);
	return element(
		'tr',
		{},
		element(
			'td',
			{},
			request.isReady
				? element(
						'button',
						{
							class: 'link',
							title: 'Show source and translation',
							onclick: () => showTranslation(request.requestId),
						},
						request.requestName,
					)
				: request.requestName,
			element('div', { class: 'facts' }, request.what),
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
			request.isReady &&
				element('button', { onclick: () => act('redeliver', ids) }, 'Deliver again'),
			(atProvider || request.isReady) &&
				element('button', { onclick: () => act('cancelRequests', ids) }, 'Cancel'),
			(atProvider || request.isReady) &&
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

const errorRow = ({ latestErrorMessage, errorTime }) =>
	element(
		'tr',
		{ class: 'error' },
		element(
			'td',
			{ colspan: '4' },
			latestErrorMessage,
			errorTime && element('small', {}, ' ', since(errorTime)),
		),
	);

const requestRows = (request) => [
	requestRow(request),
	...(request.latestErrorMessage ? [errorRow(request)] : []),
];

function jobCard(job) {
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
			pill(job.stage),
		),
		element(
			'span',
			{ class: 'facts' },
			element('code', {}, job.jobId),
			` · ${job.readyCount} of ${job.requestCount} request${job.requestCount === 1 ? '' : 's'} ready`,
			job.providerName && ` · ${job.providerName}`,
			' · ',
			since(job.created),
		),
		bar(job.byStatus, job.requestCount),
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
				element('tbody', {}, job.requests.flatMap(requestRows)),
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
		element('div', {}, copyButton('Copy the first steps', `${steps}\n`)),
		element('pre', { class: 'steps' }, steps),
	);
}

export function showJobs({ jobs, counts, firstSteps: steps }) {
	// A rebuild on every refresh would lose a click, or a selection that somebody is copying.
	const state = JSON.stringify([jobs, [...opened], counts.jobs]);
	if (state === shown) return;
	shown = state;
	const cards = jobs.map(jobCard);
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
