/** What can go wrong at a call, and how the service can differ during a round. */
import type { Fault, FaultAction, FaultMatch } from '../../sandbox/faults/faults';
import type { Variants } from '../../sandbox/model/variants';
import type { Random } from './random';

const HTML = '<!DOCTYPE html><html><body><h1>Maintenance</h1></body></html>';
const ALIEN: readonly unknown[] = [
	'',
	{},
	null,
	{ success: true },
	{ message: 'x' },
	{ alpha: [{ a: 1 }], beta: [{ b: 2 }] },
	HTML,
];

type MakeAction = (random: Random) => FaultAction;

/** A web page says that it is one. */
const alien: MakeAction = (random) => {
	const replaceBody = random.pick(ALIEN);
	return replaceBody === HTML ? { replaceBody, contentType: 'text/html' } : { replaceBody };
};
const cut = (random: Random) => random.pick([0, 1, 20, 60, 150, 400]);
const late = (random: Random) => random.pick([2_000, 5_000, 20_000, 70_000]);

/** What the service does to a call. */
const ACTIONS: readonly MakeAction[] = [
	(random) => ({ cutAnswerAt: cut(random) }),
	(random) => ({ cutAnswerAt: cut(random), chunked: true }),
	alien,
	(random) => {
		const { replaceBody: body, contentType } = alien(random);
		return {
			status: 200,
			body,
			...(contentType ? { headers: { 'Content-Type': contentType } } : {}),
		};
	},
	(random) => ({ status: random.pick([500, 502, 504]) }),
	(random) => ({
		status: random.pick([429, 503]),
		...(random.chance(0.6) ? { headers: { 'Retry-After': String(random.between(1, 5)) } } : {}),
	}),
	(random) => ({ status: random.pick([400, 403, 404, 409]) }),
	(random) => ({ oddEntry: random.pick([null, {}]), hidesEntry: random.chance(0.5) }),
	() => ({ status: 404, body: HTML, headers: { 'Content-Type': 'text/html' } }),
	() => ({ status: 404, body: '' }),
	() => ({ dropBefore: true }),
	() => ({ dropAfter: true }),
	(random) => ({ lateEffectMs: late(random) }),
	(random) => ({ lateEffectMs: late(random) }),
	(random) => ({ lateEffectMs: late(random), lateAnswer: 'drop' }),
	() => ({ drip: { bytes: 40, everyMs: 1 } }),
	() => ({ garbage: true }),
	() => ({ signInPage: true }),
	(random) => ({ signInRedirect: random.pick(['auth', 'files'] as const) }),
	(random) => ({ expireToken: random.pick([true, 403] as const) }),
	(random) => ({ cutUploadAt: random.between(0, 30) }),
];

/** Which calls, and about how many of them a round has. */
const TARGETS: ReadonlyArray<[match: FaultMatch, calls: number]> = [
	[{ origin: 'rest' }, 150],
	[{ origin: 'rest' }, 60],
	[{ origin: 'rest', method: 'GET' }, 100],
	[{ origin: 'rest', method: 'GET', path: '^/v2/jobs$' }, 40],
	[{ origin: 'rest', method: 'GET', path: 'requests$' }, 25],
	[{ origin: 'rest', method: 'GET', path: 'statusupdates$' }, 15],
	[{ origin: 'rest', method: 'POST' }, 10],
	[{ origin: 'rest', method: 'POST', path: '(jobs|requests/add)$' }, 8],
	[{ origin: 'rest', method: 'POST', path: '^/v2/jobs$' }, 4],
	[{ origin: 'rest', method: 'POST', path: 'requests/add$' }, 8],
	[{ origin: 'rest', method: 'PUT' }, 20],
	[{ origin: 'rest', method: 'PUT', path: 'submit$' }, 3],
	[{ origin: 'rest', method: 'PUT', path: '(approve|reject)$' }, 8],
	[{ origin: 'rest', method: 'PUT', path: 'complete$' }, 2],
	[{ origin: 'rest', method: 'PUT', path: 'acknowledge$' }, 6],
	[{ origin: 'rest', method: 'PATCH' }, 6],
	[{ origin: 'rest', method: 'DELETE' }, 2],
	[{ origin: 'rest', path: 'listeners' }, 6],
	[{ origin: 'rest', path: 'retrieve' }, 12],
	[{ origin: 'files' }, 12],
	[{ origin: 'auth' }, 4],
];

/**
 * A round has a few kinds of faults at a few kinds of calls: many of the same reach further than
 * a few of each.
 */
export function randomFaults(random: Random, count: number): Fault[] {
	const actions = random.times(random.between(1, 5), () => random.pick(ACTIONS));
	const targets = random.times(random.between(1, 6), () => random.pick(TARGETS));
	return random.times(count, () => {
		const [match, calls] = random.pick(targets);
		const chosen = random.pick(actions)(random);
		const times = random.chance(0.85) ? 1 : random.pick([2, 3, 6, 20]);
		// A file that was replaced by another whole text cannot be told from the real one.
		if (match.origin === 'files' && chosen.replaceBody !== HTML && 'replaceBody' in chosen)
			chosen.replaceBody = '';
		return { ...match, skip: random.between(0, calls - 1), times, ...chosen };
	});
}

/** A call that is never answered takes real time, so there is one at most. */
export const hangingCall = (random: Random): Fault => ({
	origin: 'rest',
	hang: true,
	skip: random.between(0, 80),
});

/** Lasts beyond the storm. */
export const neverFetched = (requestId: string): Fault =>
	notFetched(`requests/${requestId}/`, 1_000_000);

/** `path`: of a job or a request. */
export const notFetched = (path: string, times: number): Fault => ({
	origin: 'rest',
	path: `${path}.*retrieve`,
	status: 404,
	times,
});

const MINUTE = 60_000;

/** The ways in which a service may differ, each on its own. */
const DIFFERENCES: ReadonlyArray<(random: Random) => Partial<Variants>> = [
	() => ({ pageToken: 'offset' }),
	() => ({ emptyList: 'omitted' }),
	() => ({ emptyList: 'noContent' }),
	(random) => ({ lastPage: random.pick(['null', 'empty'] as const) }),
	(random) => ({ collectionCase: random.pick(['camel', 'pascal'] as const) }),
	(random) => ({ labelsShape: random.pick(['list', 'object'] as const) }),
	(random) => ({
		aggregateShape: random.pick(['list', 'camelCase', 'totals', 'empty', 'emptyList'] as const),
	}),
	() => ({ jobDatesMoveWithRequests: false }),
	() => ({ datesWithZone: false }),
	() => ({ ignores: ['orderBy'] }),
	() => ({ ignores: ['filter'] }),
	() => ({ ignores: ['labelsFilter'] }),
	() => ({ ignores: ['aggregateRequests'] }),
	() => ({ ignores: ['statusFilter'] }),
	() => ({ ignores: ['requestIds'] }),
	(random) => ({
		refuses: Object.fromEntries(
			random
				.some(
					[
						'filter',
						'labelsFilter',
						'orderBy',
						'aggregateRequests',
						'statusFilter',
						'requestIds',
						'rejectNote',
						'quota',
						'getProvider',
						'patchListener',
						'getListener',
					] as const,
					0.3,
				)
				.map((guess) => [guess, random.pick([400, 404, 422])]),
		),
	}),
	(random) => ({ listLagMs: random.pick([1_000, 5_000, 20_000]) }),
	(random) => ({ listLagMs: random.pick([1_000, 5_000, 20_000]) }),
	(random) => ({ clockOffsetMs: random.pick([10_000, 10 * MINUTE, 1_440 * MINUTE]) }),
	(random) => ({ clockOffsetMs: -random.pick([10_000, 10 * MINUTE, 1_440 * MINUTE]) }),
	(random) => ({ tokenLifetimeSeconds: random.pick([30, 90, 600]) }),
	(random) => ({ errorShape: random.pick(['numericCode', 'text', 'html', 'empty'] as const) }),
	() => ({ unknownFields: true }),
	() => ({ unknownStatus: 'WITH_TRANSLATOR' }),
	() => ({ downloads: 'gzip' }),
	() => ({ downloads: 'chunked' }),
	() => ({ downloadLinkSeconds: 1 }),
	() => ({ updatesForCompleted: true }),
	() => ({ callbackRequestIds: 'null' }),
	() => ({ listenersShown: 'shortened' }),
	() => ({ contentIdField: 'sourceContentId', metadataField: 'ExtendedMetadata' }),
	(random) => ({ retrieveShape: random.pick(['object', 'array'] as const) }),
	(random) => ({
		throttle: {
			perSecond: random.between(8, 20),
			retryAfter: random.pick(['seconds', 'date', 'absent'] as const),
		},
	}),
	() => ({ disableListenerAfter: 1 }),
	(random) => ({ quotas: { MaxReqsPerJob: random.between(3, 6) } }),
];

export function randomService(random: Random): Partial<Variants> {
	const pageSize = random.pick([1, 2, 3, 10, 50]);
	const differences = random.some(DIFFERENCES, 0.12).map((difference) => difference(random));
	const ignores = differences.flatMap((difference) => difference.ignores ?? []);
	const { quotas, ...service }: Partial<Variants> = Object.assign(
		{ pageSize },
		...differences,
		ignores.length > 0 ? { ignores } : {},
	);
	// Nobody can keep a quota that the service does not tell.
	return quotas && !service.refuses?.quota ? { ...service, quotas } : service;
}

/** How the service behaves for a while. */
const MOODS: ReadonlyArray<{ during: Partial<Variants>; afterwards: Partial<Variants> }> = [
	{ during: { callbacks: 'down' }, afterwards: { callbacks: 'normal' } },
	{ during: { callbacks: 'twice' }, afterwards: { callbacks: 'normal' } },
	{ during: { callbacks: 'outOfOrder' }, afterwards: { callbacks: 'normal' } },
	{ during: { nextPage: 'foreign' }, afterwards: { nextPage: 'right' } },
	{ during: { nextPage: 'repeated' }, afterwards: { nextPage: 'right' } },
];

export type Mood = (typeof MOODS)[number];
export const randomMood = (random: Random): Mood => random.pick(MOODS);
