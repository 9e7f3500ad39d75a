/**
 * Knows what the nodes promise (docs/triggers.md, docs/send-and-collect.md) and nothing
 * of their code. It reads the state and the log of the service, and what the workflows stored.
 */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox/calls/log';
import type { Snapshot } from '../../sandbox/control/snapshot';
import type { TranslationRequest } from '../../sandbox/model/model';
import { pseudoText } from '../../sandbox/model/pseudo';
import { problemsOfText } from '../matrix/support/verdict';
import { ENTRY_PROMISES } from './entries/promises';
import type { SendingPlan, SentItem } from './plan';
import type { Claim, HandOver, SendingRun } from './records';
import type { Evidence } from './round';

type Promised = (evidence: Evidence) => string[];
type Job = Snapshot['jobs'][number];
type Update = Snapshot['updates'][number];

/** Clocks of two processes are compared. */
const TOLERANCE_MS = 3_000;

/** Every promise by its name. Each returns what breaks it. */
export const PROMISES: Record<string, Promised> = {
	'every item is in one submitted job, once per language': ({ plan, snapshot }) =>
		plan.sendings.flatMap((sending) => sentTwice(sending, snapshot)),

	'what was to be sent is sent, or an error says why not': ({ plan, records, snapshot }) =>
		plan.sendings.flatMap((sending) => {
			const runs = records.runs.filter((run) => run.sending === sending.name);
			const isReported = runs.some(({ ending }) => ending === 'done');
			const last = runs.at(-1);
			const missing = missingOf(sending, snapshot);
			if (missing.length > 0 && isReported)
				return [`${sending.name} was reported as sent, but lacks ${missing.join(', ')}`];
			// Documented: parts that would differ are not mixed, and the error says what to do.
			if (last?.failure?.message.includes('was begun as')) return [];
			// Documented, too: what the provider cancelled is not sent again.
			if (last?.failure?.message.includes('was cancelled') && isCancelled(sending, snapshot))
				return [];
			// Documented: what failed while the others were sent is not sent by another run.
			if (sending.twist.settings.onError && last && isNamedRest(sending, last, missing)) return [];
			if (sending.kind === 'send' && last?.ending !== 'done')
				return [
					`${sending.name} cannot be sent after the storm: ${last?.failure?.message ?? last?.ending}`,
				];
			return [];
		}),

	'what is reported as sent is submitted': ({ plan, records, snapshot }) =>
		records.runs
			.map((run) => ({ ...run, output: run.output.filter((item) => isReport(run, item)) }))
			.flatMap(({ sending, output, at }) => {
				const latest = at + (plan.service.clockOffsetMs ?? 0) + TOLERANCE_MS;
				return output
					.filter(({ sendOutcome }) => !NOTHING_SENT.includes(String(sendOutcome)))
					.filter(
						({ jobId }) =>
							!snapshot.jobs.some(
								(job) =>
									job.jobId === jobId && job.submitted !== undefined && job.submitted <= latest,
							),
					)
					.map(({ jobId }) => `job ${String(jobId)} of ${sending} was not submitted then`);
			}),

	'the service has the content that was sent': ({ plan, snapshot }) =>
		plan.sendings.flatMap(({ items }) =>
			items.flatMap((item) =>
				requestsOf(item, submittedJobs(snapshot))
					.map(({ job, request }) => sourceOf(job, request))
					.filter((source) => source !== item.text)
					.map((source) => `${item.name} arrived as "${source}"`),
			),
		),

	'every delivery is handed over until it is approved': ({ snapshot, records }) =>
		requestsIn(snapshot, 'REVIEW_TRANSLATION')
			.filter(({ job }) => job.status !== 'COMPLETED')
			.filter(({ request }) => request.requestId !== records.spoiled?.requestId)
			.map(({ request }) => `${nameOf(request)} is still in review`),

	'what cannot be fetched is named, and every other translation is stored': ({
		records,
		snapshot,
	}) => {
		if (records.spoiled?.how !== 'fetch') return [];
		const { requestId: bad, from } = records.spoiled;
		const together = records.handOvers.filter(
			({ by, at, items }) =>
				by === 'contentPoll' && at > from && items.some(({ requestId }) => requestId === bad),
		);
		if (together.length === 0) return [];
		const isNamed = records.texts.some((text) => new RegExp(`equest ${bad} of job`).test(text));
		const isStored = (id: string, until: number) =>
			records.rejected.has(id) ||
			records.stored.some(({ requestId, at }) => requestId === id && at < until);
		const heldUp = together.flatMap(({ items, at }) =>
			items
				.map(({ requestId }) => String(requestId))
				.filter((id) => id !== bad && !isStored(id, at + STORED_WITHIN_MS)),
		);
		return [
			...(isNamed || records.rejected.has(bad) ? [] : [`${nameById(snapshot, bad)} is not named`]),
			...heldUp.map((id) => `${nameById(snapshot, id)} was held up by ${nameById(snapshot, bad)}`),
		];
	},

	'what needs no review is handed over once': ({ snapshot, records }) =>
		waitingForHandOver(snapshot, records).map(
			(request) => `${nameOf(request)} was never handed over`,
		),

	'every status update is handed over': (evidence) => {
		const { plan, snapshot, records } = evidence;
		if (!plan.instances.some(({ statusPoll }) => statusPoll)) return [];
		const offset = plan.service.clockOffsetMs ?? 0;
		const seen = endured(records)
			.filter(({ by }) => by === 'statusPoll')
			.flatMap(({ items, at }) =>
				items.map(({ update, requestId }) => ({
					updateId: (update as IDataObject | undefined)?.updateId,
					requestId,
					at,
				})),
			);
		// Two updates about the same delivery are one event.
		const isHandedOver = (update: Update) =>
			update.requestIds.every(
				(id) =>
					seen.some(
						({ updateId: by, requestId, at }) =>
							requestId === id &&
							(by === update.updateId || at > update.updateTime - offset - TOLERANCE_MS),
					) || wasRejectedBeforePoll(evidence, update, id),
			);
		const isKilling = ({ requestIds }: Update) =>
			records.spoiled?.how === 'kill' && requestIds.includes(records.spoiled.requestId);
		return snapshot.updates
			.filter((update) => !isKilling(update) && !isHandedOver(update))
			.map(
				({ updateId, statusCode }) => `update ${updateId} (${statusCode}) was never handed over`,
			);
	},

	'what was handed over is known, whatever its trigger is called': ({ records }) => {
		const namesOf = ({ by, workflow, life, items }: HandOver) =>
			items.map(({ event, deliveryKey, attempt, update, requestId }) =>
				by === 'contentPoll'
					? `${workflow} handed over ${String(deliveryKey)} twice as attempt ${String(attempt)} (process ${life})`
					: `${workflow} handed over ${String(event)} ${String(requestId)} twice for update ${String((update as IDataObject | undefined)?.updateId)} (process ${life})`,
			);
		const seen = new Set<string>();
		return records.handOvers
			.filter(({ by }) => by !== 'listener')
			.flatMap(namesOf)
			.filter((name) => seen.size === seen.add(name).size);
	},

	'what was approved does not come again': ({ records, plan }) => {
		const endedAt = Math.max(...records.claims.map(({ at }) => at), 0);
		return records.handOvers
			.filter(({ by, at }) => by === 'contentPoll' && at > endedAt + 90 * 60_000)
			.flatMap(({ items, workflow }) =>
				items
					.filter(({ requestId }) => requestId !== records.spoiled?.requestId)
					.filter(({ requestId }) => wasApprovedLast(records, String(requestId)))
					.map(
						({ requestName }) =>
							`${workflow} handed over ${String(requestName)} after its approval (round ${plan.round})`,
					),
			);
	},

	'only whole translations are stored': ({ records, snapshot, plan }) =>
		records.stored
			.filter(({ requestId, text }) => {
				const request = findRequest(snapshot, requestId);
				const item = request && itemOf(plan.sendings, request);
				return request && item && !deliveriesOf(item, request).includes(text);
			})
			.map(({ requestId, text }) => `${nameById(snapshot, requestId)} was stored as "${text}"`),

	'nothing is approved that was not stored': (evidence) =>
		requestsIn(evidence.snapshot, 'TRANSLATION_APPROVED').flatMap(({ request }) => {
			const item = itemOf(evidence.plan.sendings, request);
			if (!item) return [];
			const wanted = deliveryText(item, request, request.deliveries);
			const isStored = evidence.records.stored.some(
				({ requestId, text }) => requestId === request.requestId && text === wanted,
			);
			return isStored || wasDeliveredUnseen(evidence, request)
				? []
				: [`delivery ${request.deliveries} of ${nameOf(request)} was approved and never stored`];
		}),

	'nothing is completed with work left': (evidence) =>
		evidence.snapshot.jobs
			.filter(({ status }) => status === 'COMPLETED')
			.flatMap((job) =>
				job.requests
					.filter(({ status }) => !FINISHED.has(status))
					.filter((request) => !wasDeliveredWhileCompleting(evidence, job, request))
					.map(
						(request) => `${job.jobName} is completed with ${nameOf(request)} ${request.status}`,
					),
			),

	'no call could destroy a job in progress': ({ log, snapshot }) => {
		const known = new Set(snapshot.jobs.map(({ jobId }) => jobId));
		const lost = log
			.filter((call) => SUBMIT.test(call.path) && isDone(call) && !known.has(jobIdOf(call)))
			.map((call) => `job ${jobIdOf(call)} was submitted and is gone`);
		const refused = log
			.filter((call) => call.method === 'DELETE' && call.status === 409 && !call.fault)
			.filter((call) => !wasSubmittedBeforeDeletion(call, log, snapshot))
			.map(({ path }) => `DELETE ${path} was sent for something in progress`);
		return [...lost, ...refused];
	},

	'no secret leaves its owner': ({ snapshot, records, secrets }) => [
		...snapshot.violations
			.filter(({ detail }) => !detail.endsWith(OTHER_SPELLING))
			.map(({ rule, detail }) => `${rule}: ${detail}`),
		...secrets
			.filter((secret) => records.texts.some((text) => text.includes(secret)))
			.map((secret) => {
				const text = records.texts.find((each) => each.includes(secret))!;
				const at = text.indexOf(secret);
				return `"${secret}" is shown: …${text.slice(Math.max(0, at - 80), at + 20)}…`;
			}),
	],

	'the rate is kept': ({ records }) =>
		records.lives.flatMap(({ instance, limit, sentAt }) => {
			const most = Math.max(
				0,
				...sentAt.map((from, index) => countUntil(sentAt, index, from + 1_000)),
			);
			return most > limit * RATE_TOLERANCE + 1
				? [`${instance} sent ${most} calls in a second, with a limit of ${limit}`]
				: [];
		}),

	'static data stays small': ({ records, snapshot }) => {
		const requests = snapshot.jobs.reduce((sum, job) => sum + job.requests.length, 0);
		const limit = 2_000 + 200 * requests;
		return records.savedBytes
			.filter(({ bytes }) => bytes > limit)
			.slice(0, 1)
			.map(({ workflow, bytes }) => `${workflow} saved ${bytes} bytes for ${requests} requests`);
	},

	'every error can be read': ({ records }) =>
		records.failures.flatMap(({ where, failure }) =>
			problemsOfText(failure).map((problem) => `${where}: ${problem}`),
		),

	'labels that people set stay': (evidence) =>
		evidence.records.labelled.flatMap(({ jobId, label, at }) => {
			const writes = evidence.log.filter(
				(call) =>
					call.method === 'PATCH' && jobIdOf(call) === jobId && hadEffect(call) && setsLabels(call),
			);
			const losing = writes.find(
				(call) => timeOf(call, evidence) + lateness(call) > at && !namesLabel(call, label),
			);
			// Documented: a label is lost if it was set between a read and the write that follows.
			return losing && timeOf(losing, evidence) > at + MAX_WRITE_MS
				? [`${label} on job ${jobId} was removed by call ${losing.seq}`]
				: [];
		}),

	'whatever is reported as done is done': (evidence) =>
		evidence.records.claims
			.filter((claim) => !isTrue(evidence, claim))
			.map(
				({ what, id }) =>
					`${nameById(evidence.snapshot, id)} was not ${what} when this was reported`,
			),

	'only real deliveries start a workflow': ({ records, snapshot }) =>
		records.handOvers.flatMap(({ items, workflow }) =>
			items
				.filter(({ event }) => event === 'translationReady')
				.filter(
					({ requestId }) => (findRequest(snapshot, String(requestId))?.deliveries ?? 0) === 0,
				)
				.map(
					({ requestId }) => `${workflow} announced ${String(requestId)}, which was not delivered`,
				),
		),

	...ENTRY_PROMISES,
};

/** What broke, each with the promise that it breaks. */
export function check(evidence: Evidence): string[] {
	return Object.entries(PROMISES).flatMap(([name, promised]) =>
		[...new Set(promised(evidence))].map((problem) => `${name}: ${problem}`),
	);
}

/** Without those whose process a translation killed: what shared an execution with it comes again. */
const endured = ({ handOvers, spoiled }: Evidence['records']): HandOver[] =>
	handOvers.filter(
		({ at, isKilled }) => !(spoiled?.how === 'kill' && at > spoiled.from && isKilled),
	);

const isAbout = ({ items }: HandOver, requestId: string): boolean =>
	items.some((item) => item.requestId === requestId);

/** What comes once comes twice at most, also if other work of the same process ends it both times. */
const wasLostTwice = ({ handOvers }: Evidence['records'], requestId: string): boolean =>
	handOvers.filter(
		(handOver) =>
			handOver.by === 'contentPoll' && handOver.isKilled && isAbout(handOver, requestId),
	).length > 1;

/** What needs no review, and no process has got that lived on. */
export const waitingForHandOver = ({ jobs }: Snapshot, records: Evidence['records']) =>
	jobs
		.filter(({ status }) => status !== 'COMPLETED')
		.flatMap(({ requests }) => requests)
		.filter(({ status }) => status.startsWith('COMPLETED'))
		.filter(
			({ requestId }) =>
				!endured(records).some((handOver) => isAbout(handOver, requestId)) &&
				!wasLostTwice(records, requestId),
		);

/** Documented: a call that was refused is tried again with the other spelling. */
const OTHER_SPELLING = 'Unknown field: ExtendedMetadata.';
const FINISHED = new Set([
	'TRANSLATION_APPROVED',
	'CANCELLED',
	'COMPLETED_NO_NEED_TO_TRANSLATE',
	'COMPLETED_COPY_BACK',
	'COMPLETED',
]);
/** Of entries in which nothing is new. */
const NOTHING_SENT = ['nothingNew', 'upToDate'];
const SUBMIT = /\/submit$/;
/** Simulated time can leap by an hour, the pause between two polls, during an execution. */
const STORED_WITHIN_MS = 3 * 60 * 60_000;
const RATE_TOLERANCE = 1.2;

const submittedJobs = ({ jobs }: Snapshot) =>
	jobs.filter(({ submitted }) => submitted !== undefined);

const requestsOf = ({ name }: SentItem, jobs: readonly Job[]) =>
	jobs.flatMap((job) =>
		job.requests
			.filter(({ requestName }) => requestName.replace(/\.txt$/, '') === name)
			.map((request) => ({ job, request })),
	);

function sentTwice(sending: SendingPlan, snapshot: Snapshot): string[] {
	// Single steps make one job, submitted or not.
	const jobs = sending.kind === 'send' ? submittedJobs(snapshot) : snapshot.jobs;
	const twice = sending.items.flatMap((item) =>
		sending.targets.flatMap((target) => {
			const found = requestsOf(item, jobs).filter(
				({ request }) => request.targetNativeLanguageCode === target,
			);
			return found.length > 1
				? [
						`${item.name} into ${target} was sent ${found.length} times, in ${found.map(({ job }) => job.jobId).join(', ')}`,
					]
				: [];
		}),
	);
	const named = jobs.filter(({ jobName }) => jobName === `Job ${sending.name}`);
	return named.length > 1 ? [...twice, `${sending.name} is in ${named.length} jobs`] : twice;
}

const missingOf = ({ items, targets }: SendingPlan, snapshot: Snapshot): string[] =>
	items.flatMap((item) => {
		const found = requestsOf(item, submittedJobs(snapshot)).map(
			({ request }) => request.targetNativeLanguageCode,
		);
		return targets
			.filter((target) => !found.includes(target))
			.map((target) => `${item.name} into ${target}`);
	});

/** The last run says of every missing item that it failed, and something was sent. */
function isNamedRest({ items, targets }: SendingPlan, last: SendingRun, missing: string[]) {
	const failed = last.output.filter(({ error }) => error).map(({ name }) => name);
	return (
		missing.length > 0 &&
		missing.length < items.length * targets.length &&
		items.every(
			({ name }) => failed.includes(name) || !missing.some((each) => each.startsWith(`${name} `)),
		)
	);
}

/** An item by which a run says that a job was sent. */
const isReport = ({ ending }: SendingRun, { jobId, error }: IDataObject) =>
	ending === 'done' || (ending === 'failed' && jobId !== undefined && error === undefined);

/** The provider cancelled all requests of one of its jobs. */
function isCancelled({ items }: SendingPlan, snapshot: Snapshot): boolean {
	const found = items.flatMap((item) => requestsOf(item, submittedJobs(snapshot)));
	const cancelled = found.filter(({ request }) => request.status === 'CANCELLED');
	const dead = new Set(cancelled.map(({ job }) => job.jobId));
	return [...dead].some((jobId) =>
		found.every(({ job, request }) => job.jobId !== jobId || request.status === 'CANCELLED'),
	);
}

function sourceOf(job: Job, request: TranslationRequest): string {
	const content = job.contents.find(
		({ sourcecontentId }) => sourcecontentId === request.sourcecontentId,
	);
	if (content) return content.fields.find(({ key }) => key === 'title')?.value ?? 'nothing';
	const file = job.files.find(({ fmsFileId }) => fmsFileId === request.fmsFileId);
	return file?.path ? readFileSync(file.path, 'utf8') : 'nothing';
}

const requestsIn = ({ jobs }: Snapshot, status: string) =>
	jobs.flatMap((job) =>
		job.requests
			.filter((request) => request.status === status)
			.map((request) => ({ job, request })),
	);

const findRequest = ({ jobs }: Snapshot, requestId: string) =>
	jobs.flatMap(({ requests }) => requests).find((request) => request.requestId === requestId);

const nameOf = ({ requestName, targetNativeLanguageCode, requestId }: TranslationRequest) =>
	`${requestName} into ${targetNativeLanguageCode} (${requestId})`;

const nameById = (snapshot: Snapshot, requestId: string) => {
	const request = findRequest(snapshot, requestId);
	return request ? nameOf(request) : requestId;
};

const itemOf = (sendings: readonly SendingPlan[], { requestName }: TranslationRequest) =>
	sendings
		.flatMap(({ items }) => items)
		.find(({ name }) => name === requestName.replace(/\.txt$/, ''));

/** The translation of a delivery, counted from 1. */
const deliveryText = (
	{ text }: SentItem,
	{ targetNativeLanguageCode: language }: TranslationRequest,
	delivery: number,
) => pseudoText(text, delivery > 1 ? `${language} #${delivery}` : language);

/** Everything that the provider can have delivered; without a review also the source itself. */
const deliveriesOf = (item: SentItem, request: TranslationRequest): string[] => [
	item.text,
	...Array.from({ length: request.deliveries }, (_, index) =>
		deliveryText(item, request, index + 1),
	),
];

const timeOf = ({ at }: LogEntry, { plan }: Evidence) =>
	Date.parse(at) - (plan.service.clockOffsetMs ?? 0);

const isDone = ({ status, fault = '', lateStatus }: LogEntry) =>
	lateStatus !== undefined
		? lateStatus < 300
		: status >= 200 && status < 300 && !fault.startsWith('status') && !NOT_RUN.has(fault);
/** Faults in place of the call. */
const NOT_RUN = new Set(['garbage', 'signInPage', 'dropBefore', 'hang']);

const jobIdOf = ({ path }: LogEntry) => path.split('/')[3]!;

const idsIn = ({ body }: LogEntry): string[] =>
	(body as { requestIds?: string[] } | undefined)?.requestIds ?? [];

/** A call to that effect had come by then, after the latest delivery before the node began. */
function isTrue(evidence: Evidence, { what, id, from, at }: Claim): boolean {
	const { log, records } = evidence;
	const path = { approved: '/approve', rejected: '/reject', completed: `/${id}/complete` }[what];
	const delivered = records.provider.findLast(
		(each) => each.requestIds.includes(id) && each.at < from - TOLERANCE_MS,
	);
	return log.some(
		(call) =>
			call.path.endsWith(path) &&
			(what === 'completed' || idsIn(call).includes(id)) &&
			hadEffect(call) &&
			timeOf(call, evidence) <= at + TOLERANCE_MS &&
			timeOf(call, evidence) >= (delivered?.at ?? 0) - TOLERANCE_MS,
	);
}

/** Without a status the connection broke after the call had run. */
const hadEffect = (call: LogEntry) => isDone(call.status === 0 ? { ...call, status: 200 } : call);

/** Documented: a translation that another workflow rejected before the poll is not ready any more. */
function wasRejectedBeforePoll(
	evidence: Evidence,
	{ updateId, statusCode, updateTime }: Update,
	requestId: string,
): boolean {
	const { log, plan } = evidence;
	const acknowledged = log.find(
		(call) => call.path.endsWith(`/statusupdates/${updateId}/acknowledge`) && hadEffect(call),
	);
	return (
		statusCode === 'REVIEW_TRANSLATION' &&
		acknowledged !== undefined &&
		log.some(
			(call) =>
				call.seq < acknowledged.seq &&
				call.path.endsWith('/reject') &&
				idsIn(call).includes(requestId) &&
				hadEffect(call) &&
				timeOf(call, evidence) >= updateTime - (plan.service.clockOffsetMs ?? 0) - TOLERANCE_MS,
		)
	);
}

const wasApprovedLast = ({ claims }: Evidence['records'], requestId: string) =>
	claims.filter(({ id }) => id === requestId).at(-1)?.what === 'approved';

/** Documented: what is delivered between the fetch and the approval is approved unseen. */
function wasDeliveredUnseen({ records }: Evidence, request: TranslationRequest): boolean {
	const { requestId } = request;
	const last = records.provider.findLast(
		({ act, requestIds }) => act.startsWith('deliver') && requestIds.includes(requestId),
	);
	if (!last || request.deliveries < 2) return false;
	return records.executions.some(
		({ requestIds, from, until }) =>
			requestIds.includes(requestId) &&
			from <= last.at + TOLERANCE_MS &&
			last.at <= until + LATEST_EFFECT_MS,
	);
}

/** An effect may come a little over a minute after its call. */
const LATEST_EFFECT_MS = 75_000;
const lateness = ({ fault }: LogEntry) => (fault === 'lateEffectMs' ? LATEST_EFFECT_MS : 0);

/** Documented: a late submission may take effect between the last read of a job and its deletion. */
function wasSubmittedBeforeDeletion(
	deletion: LogEntry,
	log: readonly LogEntry[],
	{ jobs }: Snapshot,
): boolean {
	const submitted = jobs.find(({ jobId }) => jobId === jobIdOf(deletion))?.submitted;
	const read = log.findLast(
		({ seq, method, path }) => seq < deletion.seq && method === 'GET' && path === deletion.path,
	);
	return (
		submitted !== undefined &&
		read !== undefined &&
		isDone(read) &&
		submitted >= Date.parse(read.at) &&
		log.some(
			(call) =>
				call.path === `${deletion.path}/submit` &&
				call.seq < read.seq &&
				call.lateStatus !== undefined,
		)
	);
}

/** The provider delivered again after the last look at the requests, before the completion. */
function wasDeliveredWhileCompleting(
	evidence: Evidence,
	{ jobId }: Job,
	{ requestId }: TranslationRequest,
): boolean {
	const { log, records } = evidence;
	const last = records.provider.findLast(({ requestIds }) => requestIds.includes(requestId));
	const completion = log.findLast(({ path }) => path.endsWith(`/jobs/${jobId}/complete`));
	if (!last || !completion) return false;
	const completedAt = timeOf(completion, evidence) + lateness(completion);
	const looks = log.filter(
		({ seq, method, path }) =>
			seq < completion.seq && method === 'GET' && path.endsWith(`/jobs/${jobId}/requests`),
	);
	return (
		completedAt >= last.at - TOLERANCE_MS &&
		looks.some((look) => {
			const lookedAt = timeOf(look, evidence);
			return lookedAt <= last.at + TOLERANCE_MS && completedAt - lookedAt < MAX_COMPLETION_MS;
		})
	);
}

/** From a read of a job to the write that follows, with all its tries. */
const MAX_WRITE_MS = 3 * 60_000;

const labelsIn = ({ body }: LogEntry): unknown =>
	(body as { labels?: unknown } | undefined)?.labels;
const setsLabels = (call: LogEntry): boolean => labelsIn(call) !== undefined;
/** A service that lists labels shows the value as well. */
const namesLabel = (call: LogEntry, label: string): boolean =>
	[`"${label}"`, `"${label}=`].some((named) => JSON.stringify(labelsIn(call)).includes(named));

/** From the last look at the requests to the completion, with all its tries. */
const MAX_COMPLETION_MS = 3 * 60_000;

function countUntil(times: readonly number[], from: number, until: number): number {
	let at = from;
	while (at < times.length && times[at]! < until) at += 1;
	return at - from;
}
