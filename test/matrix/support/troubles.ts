/** Everything that can go wrong with a call, and ways in which the whole service can differ. */
import type { LogEntry, OriginName } from '../../../sandbox/calls/log';
import type { Fault, FaultAction } from '../../../sandbox/faults/faults';
import type { Variants } from '../../../sandbox/model/variants';

/** A call of a run without trouble. */
export interface Call {
	origin: OriginName;
	method: string;
	/** A pattern for its path with any ids. */
	path: string;
	/** The number of earlier calls of this kind. */
	before: number;
	/** The number of all earlier calls. */
	index: number;
	bytesOut: number;
}

export interface Trouble {
	name: string;
	faults: Fault[];
	switches?: Partial<Variants>;
	/** Only this answer is lost; the next call succeeds. */
	passes: boolean;
	/** n8n runs the node again after its success. */
	runsAgain?: boolean;
}

const HTML = '<!DOCTYPE html><html><body><h1>Maintenance</h1></body></html>';
/** Bodies without anything that was asked for. */
const ALIEN: Array<[name: string, body: unknown, contentType?: string]> = [
	['nothing', ''],
	['{}', {}],
	['null', null],
	['{"success":true}', { success: true }],
	['{"message":"x"}', { message: 'x' }],
	['two unknown lists', { alpha: [{ a: 1 }], beta: [{ b: 2 }] }],
	['a web page', HTML, 'text/html'],
];

export const isWrite = ({ method }: Call) => method !== 'GET' && method !== 'HEAD';
/** A word of a path. Ids have 10 or 22 characters, rarely without a digit. */
const WORD = /^(v2|[A-Za-z]{1,9}|[A-Za-z]{11,21}|[A-Za-z]+\.svc)?$/;
const idsAside = (path: string): string =>
	path
		.split('/')
		.map((segment) => (WORD.test(segment) ? segment.replace('.', '\\.') : '[^/]+'))
		.join('/');

/** The calls of a run, each with its place among others of its kind. */
export function callsOf(log: readonly LogEntry[]): Call[] {
	const counts = new Map<string, number>();
	return log.map(({ origin, method, path, bytesOut }, index) => {
		const kind = `${origin} ${method} ${idsAside(path)}`;
		const before = counts.get(kind) ?? 0;
		counts.set(kind, before + 1);
		return { origin, method, path: `^${idsAside(path)}$`, before, index, bytesOut };
	});
}

export const nameOf = ({ origin, method, path, before }: Call): string =>
	`${method} ${origin === 'rest' ? '' : `${origin} `}${path.slice(1, -1).replaceAll('[^/]+', '*')}${before > 0 ? ` (no. ${before + 1})` : ''}`;

/** A call whose 404 means that something is gone. */
const ASKS_FOR_RECORD =
	/^((GET|DELETE) .*\/jobs\/\[\^\/\]\+(\/requests(\/\[\^\/\]\+)?)?\$|(GET|DELETE|PATCH) .*listeners\/\[\^\/\]\+\$|PUT .*acknowledge\$)$/;
const PAGE_404: FaultAction = {
	status: 404,
	body: HTML,
	headers: { 'Content-Type': 'text/html' },
};

function* believed(call: Call): Generator<[name: string, action: FaultAction]> {
	if (call.origin !== 'rest') return;
	if (call.method === 'GET' && LIST.test(call.path)) {
		yield ['an odd entry in the list: null', { oddEntry: null }];
		yield ['an odd entry in the list: {}', { oddEntry: {} }];
	}
	if (ASKS_FOR_RECORD.test(`${call.method} ${call.path}`)) {
		yield ["a proxy's page with 404", PAGE_404];
		yield ['an empty 404 although it exists', { status: 404, body: '' }];
	}
}

const LATE_SECONDS = [1, 5, 20, 70];

function* actionsOnce(
	call: Call,
): Generator<[name: string, action: FaultAction, passes?: boolean]> {
	const middle = Math.floor(call.bytesOut / 2);
	for (const chunked of [false, true]) {
		const how = chunked ? ', chunked' : '';
		yield [`cut after its headers${how}`, { cutAnswerAt: 0, chunked }];
		if (call.bytesOut < 2) continue;
		yield [`cut in the middle${how}`, { cutAnswerAt: middle, chunked }];
		yield [`cut before its last byte${how}`, { cutAnswerAt: call.bytesOut - 1, chunked }];
	}
	for (const [name, body, contentType] of ALIEN) {
		// A web page comes from a gateway, and comes again.
		const passes = body !== HTML;
		yield [`done, and answered with ${name}`, { replaceBody: body, contentType }, passes];
		yield [
			`not done, and answered 200 with ${name}`,
			{ status: 200, body, ...(contentType ? { headers: { 'Content-Type': contentType } } : {}) },
			passes,
		];
	}
	for (const status of [500, 502, 504, 429, 503]) yield [`status ${status}`, { status }];
	yield ['status 403', { status: 403 }, false];
	yield ['connection lost before', { dropBefore: true }];
	yield ['connection lost after', { dropAfter: true }];
	if (isWrite(call)) {
		for (const seconds of LATE_SECONDS) {
			yield [`504, done ${seconds} s later`, { lateEffectMs: seconds * 1000 }];
			yield [
				`connection lost, done ${seconds} s later`,
				{ lateEffectMs: seconds * 1000, lateAnswer: 'drop' },
			];
		}
	}
	yield* believed(call);
	yield ['dripping', { drip: { bytes: Math.max(1, Math.ceil(call.bytesOut / 3)), everyMs: 2 } }];
	yield ['broken JSON', { garbage: true }];
	for (const host of ['auth', 'files'] as const)
		yield [`sent on to a sign-in page of the ${host} host`, { signInRedirect: host }, false];
	if (call.origin === 'rest') {
		yield ['token refused with 401', { expireToken: true }];
		yield ['token refused with 403', { expireToken: 403 }];
	}
}

function* actionsForEver(call: Call): Generator<[name: string, action: FaultAction]> {
	yield* believed(call);
	yield ['cut in the middle', { cutAnswerAt: Math.floor(call.bytesOut / 2) }];
	yield ['done, and answered with {}', { replaceBody: {} }];
	yield ['not done, and answered 200 with {}', { status: 200, body: {} }];
	yield [
		'not done, and answered 200 with a web page',
		{ status: 200, body: HTML, headers: { 'Content-Type': 'text/html' } },
	];
	for (const status of [500, 503, 403]) yield [`status ${status}`, { status }];
	yield ['connection lost before', { dropBefore: true }];
	yield ['connection lost after', { dropAfter: true }];
}

const FOR_EVER = 1_000;

/** The troubles of one call. */
export function* troublesOf(call: Call): Generator<Trouble> {
	const { origin, method, path, before } = call;
	const match = { origin, method, path, skip: before };
	for (const [name, action, passes = true] of actionsOnce(call))
		yield { name, faults: [{ ...match, ...action }], passes };
	for (const [name, action] of actionsForEver(call))
		yield {
			name: `${name}, again and again`,
			faults: [{ ...match, ...action, times: FOR_EVER }],
			passes: false,
		};
	const down: Fault = { dropBefore: true, skip: call.index, times: FOR_EVER };
	yield {
		name: 'connection lost after, and everything is down',
		faults: [{ ...match, dropAfter: true }, down],
		passes: false,
	};
	yield* changedEffects(call);
	if (isWrite(call))
		for (const clock of clocks())
			for (const [name, action] of LOST)
				yield {
					name: `${name}, ${clock.name}`,
					faults: [{ ...match, ...action }],
					switches: clock.switches,
					passes: true,
				};
}

const CREATES = /\/(jobs|requests\/add)\$$/;

/** What the list shows after a lost answer is not what was sent. */
function* changedEffects({ origin, method, path, before }: Call): Generator<Trouble> {
	if (method !== 'POST' || !CREATES.test(path)) return;
	const lost = { origin, method, path, skip: before, dropAfter: true };
	yield {
		name: 'connection lost after, names come back changed',
		faults: [lost],
		switches: { nameForm: 'escaped' },
		passes: true,
	};
	if (path.includes('requests'))
		yield {
			name: 'connection lost after a part of the effect',
			faults: [{ ...lost, part: 1 }],
			passes: true,
		};
}

const LOST: Array<[string, FaultAction]> = [
	['connection lost after', { dropAfter: true }],
	['504, done 5 s later', { lateEffectMs: 5_000 }],
];

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

function* clocks(): Generator<{ name: string; switches: Partial<Variants> }> {
	for (const [span, ms] of [
		['10 s', 10_000],
		['10 min', 10 * MINUTE],
		['1 day', DAY],
	] as const) {
		for (const clockOffsetMs of [ms, -ms]) {
			const clock = `the service's clock ${span} ${clockOffsetMs > 0 ? 'ahead' : 'behind'}`;
			yield { name: clock, switches: { clockOffsetMs } };
			yield {
				name: `${clock}, its gateway's right`,
				switches: { clockOffsetMs, dateHeader: 0 },
			};
		}
	}
}

const LIST =
	/\/(jobs|archived|requests|providers|statusupdates|listeners|supportassets|tmupdates)\$$/;
/** Lists that were already read without end, which takes thousands of calls. */
const readToNoEnd = new Set<string>();

function readsNewList(calls: readonly Call[]): boolean {
	const lists = calls
		.filter(({ origin, method, path }) => origin === 'rest' && method === 'GET' && LIST.test(path))
		.map(({ path }) => path);
	const isNew = lists.some(
		(path) =>
			!readToNoEnd.has(path) || calls.some((call) => call.origin !== 'auth' && isWrite(call)),
	);
	for (const path of lists) readToNoEnd.add(path);
	return isNew;
}

/** A field "error" of the service in the first output is enough for n8n's "Retry On Fail". */
export const RUNS_AGAIN: Trouble = {
	name: 'n8n runs it again after success',
	faults: [],
	passes: true,
	runsAgain: true,
};

/** Ways in which the service can differ during a whole run. */
export function* wholeRuns(calls: readonly Call[]): Generator<Trouble> {
	for (const { name, switches } of clocks()) yield { name, faults: [], switches, passes: true };
	const others: Array<[string, Partial<Variants>, boolean?]> = [
		['files compressed', { downloads: 'gzip' }],
		['empty lists left out', { emptyList: 'omitted' }],
		['empty lists answered 204', { emptyList: 'noContent' }],
		['downloads without a length', { downloads: 'chunked' }],
		['pages without end', { nextPage: 'endless' }, false],
	];
	if (!readsNewList(calls)) others.pop();
	for (const [name, switches, passes = true] of others)
		yield { name, faults: [], switches, passes };
}
