/** What can go wrong at a call, and how the service can differ during a round. */
import type { Fault, FaultAction, FaultMatch } from '../../sandbox/faults/faults';
import type { Variants } from '../../sandbox/model/variants';
import type { Random } from './random';

const HTML = '<!DOCTYPE html><html><body><h1>Maintenance</h1></body></html>';
const ALIEN: readonly unknown[] = [
	'',
	{},
	null,
	[],
	{ success: true },
	{ message: 'x' },
	{ alpha: [{ a: 1 }], beta: [{ b: 2 }] },
	HTML,
];

/** What the service does to a call. */
function action(random: Random): FaultAction {
	const cut = () => random.pick([0, 1, 20, 60, 150, 400]);
	const retryAfter = () =>
		random.chance(0.6) ? { headers: { 'Retry-After': String(random.between(1, 5)) } } : {};
	return random.pick<() => FaultAction>([
		() => ({ cutAnswerAt: cut() }),
		() => ({ cutAnswerAt: cut() }),
		() => ({ cutAnswerAt: cut(), chunked: true }),
		() => ({ replaceBody: random.pick(ALIEN) }),
		() => ({ replaceBody: random.pick(ALIEN) }),
		() => ({ status: 200, body: random.pick(ALIEN) }),
		() => ({ status: random.pick([500, 502, 504]) }),
		() => ({ status: random.pick([429, 503]), ...retryAfter() }),
		() => ({ status: random.pick([400, 403, 404, 409]) }),
		() => ({ dropBefore: true }),
		() => ({ dropAfter: true }),
		() => ({ dropAfter: true }),
		() => ({ lateEffectMs: random.pick([500, 5_000, 20_000, 70_000]) }),
		() => ({ lateEffectMs: random.pick([500, 5_000, 20_000, 70_000]), lateAnswer: 'drop' }),
		() => ({ drip: { bytes: 40, everyMs: 1 } }),
		() => ({ garbage: true }),
		() => ({ signInPage: true }),
		() => ({ signInRedirect: random.pick(['auth', 'files'] as const) }),
		() => ({ expireToken: random.pick([true, 403] as const) }),
		() => ({ cutUploadAt: random.between(0, 30) }),
	])();
}

/** Which calls, and about how many of them a round has. */
const TARGETS: ReadonlyArray<[match: FaultMatch, calls: number]> = [
	[{ origin: 'rest' }, 300],
	[{ origin: 'rest' }, 60],
	[{ origin: 'rest', method: 'GET' }, 150],
	[{ origin: 'rest', method: 'GET', path: '^/v2/jobs$' }, 60],
	[{ origin: 'rest', method: 'GET', path: 'requests$' }, 60],
	[{ origin: 'rest', method: 'GET', path: 'statusupdates$' }, 20],
	[{ origin: 'rest', method: 'POST' }, 20],
	[{ origin: 'rest', method: 'POST', path: '^/v2/jobs$' }, 4],
	[{ origin: 'rest', method: 'POST', path: 'requests/add$' }, 8],
	[{ origin: 'rest', method: 'PUT' }, 20],
	[{ origin: 'rest', method: 'PUT', path: 'submit$' }, 4],
	[{ origin: 'rest', method: 'PUT', path: 'approve$' }, 8],
	[{ origin: 'rest', method: 'PUT', path: 'complete$' }, 3],
	[{ origin: 'rest', method: 'PUT', path: 'acknowledge$' }, 6],
	[{ origin: 'rest', method: 'PATCH' }, 6],
	[{ origin: 'rest', method: 'DELETE' }, 2],
	[{ origin: 'rest', path: 'listeners' }, 6],
	[{ origin: 'rest', path: 'retrieve' }, 12],
	[{ origin: 'files' }, 12],
	[{ origin: 'auth' }, 4],
];

export function randomFault(random: Random): Fault {
	const [match, calls] = random.pick(TARGETS);
	const times = random.chance(0.8) ? 1 : random.between(2, 6);
	const chosen = action(random);
	// A file that was replaced by another whole text cannot be told from the real one.
	if (match.origin === 'files' && chosen.replaceBody !== undefined)
		chosen.replaceBody = random.pick(['', HTML]);
	return { ...match, skip: random.between(0, calls - 1), times, ...chosen };
}

/** A call that is never answered takes real time, so there is one at most. */
export const hangingCall = (random: Random): Fault => ({
	origin: 'rest',
	hang: true,
	skip: random.between(0, 100),
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
	() => ({ honourOrderBy: false }),
	() => ({ honourFilter: false }),
	() => ({ honourLabelsFilter: false }),
	() => ({ honourAggregate: false }),
	() => ({ honourStatusFilter: false }),
	() => ({ honourIdFilter: false }),
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
	(random) => ({ clockOffsetMs: random.pick([10_000, 10 * MINUTE, 1_440 * MINUTE]) }),
	(random) => ({ clockOffsetMs: -random.pick([10_000, 10 * MINUTE, 1_440 * MINUTE]) }),
	(random) => ({ tokenLifetimeSeconds: random.pick([30, 90, 600]) }),
	(random) => ({ errorShape: random.pick(['numericCode', 'text', 'html', 'empty'] as const) }),
	() => ({ unknownFields: true, nullMetadata: true }),
	() => ({ unknownStatus: 'WITH_TRANSLATOR' }),
	() => ({ filesCompressed: 'gzip' }),
	() => ({ downloadLength: 'chunked', downloadValidators: 'none' }),
	() => ({ downloadLinkSeconds: 1 }),
	() => ({ updatesForCompleted: true }),
	() => ({ callbackRequestIds: 'null' }),
	() => ({ shortListenerTypes: true, hideListenerCodes: true }),
	() => ({ contentIdField: 'sourceContentId', metadataField: 'ExtendedMetadata' }),
	(random) => ({ retrieveShape: random.pick(['object', 'array'] as const) }),
	(random) => ({ throttle: { perSecond: random.between(8, 20), retryAfter: random.pick(['seconds', 'date', 'absent'] as const) } }),
	() => ({ disableListenerAfter: 1 }),
];

export function randomService(random: Random): Partial<Variants> {
	return Object.assign(
		{ pageSize: random.pick([1, 2, 3, 10, 50]) },
		...random.some(DIFFERENCES, 0.12).map((difference) => difference(random)),
	) as Partial<Variants>;
}

/** How the service behaves for a while. */
const MOODS: ReadonlyArray<{ during: Partial<Variants>; afterwards: Partial<Variants> }> = [
	{ during: { callbacks: 'down' }, afterwards: { callbacks: 'normal' } },
	{ during: { callbacks: 'twice' }, afterwards: { callbacks: 'normal' } },
	{ during: { callbacks: 'outOfOrder' }, afterwards: { callbacks: 'normal' } },
	{ during: { foreignNextLink: true }, afterwards: { foreignNextLink: false } },
	{ during: { repeatNextToken: true }, afterwards: { repeatNextToken: false } },
];

export type Mood = (typeof MOODS)[number];
export const randomMood = (random: Random): Mood => random.pick(MOODS);
