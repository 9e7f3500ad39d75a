import { type OriginName, pathMatcher } from '../calls/log';
import { badRequest } from '../calls/refusal';

/** Makes matching calls go wrong, `times` times. Needs exactly one action. */
export interface Fault extends FaultMatch, FaultAction {}

export interface FaultMatch {
	origin?: OriginName;
	method?: string;
	/** A prefix, or a regular expression without a leading slash; `/v2` is optional. */
	path?: string;
	/** The number of matching calls to let pass first. */
	skip?: number;
	/** How many calls it hits; 1 by default. */
	times?: number;
}

export interface FaultAction {
	/** Answer with this status (and `body`, `headers`); the call has no effect. */
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Wait, then continue as usual. Combines with any other action. */
	delayMs?: number;
	/** Close the connection; the call has no effect. */
	dropBefore?: boolean;
	/** Run the call, then close the connection without an answer. */
	dropAfter?: boolean;
	/**
	 * With `dropAfter`: a call that adds requests adds only this many. With `lateEffectMs`: it adds
	 * these at once, and the others later.
	 */
	part?: number;
	/** Close the connection after this many bytes of the request body. */
	cutUploadAt?: number;
	/** Run the call, then close after this many bytes of the body; 0 = after the headers. */
	cutAnswerAt?: number;
	/** An alias of `cutAnswerAt`. */
	cutDownloadAt?: number;
	/** With `cutAnswerAt`: the answer states no length and never ends. */
	chunked?: boolean;
	/** Run the call, then replace a successful body: text as is, anything else as JSON. */
	replaceBody?: unknown;
	/** With `replaceBody`: defaults to the answer's own type. */
	contentType?: string;
	/** Run the call, then put this entry (such as null) into the first list of the answer. */
	oddEntry?: unknown;
	/** With `oddEntry`: it takes the place of the list's first entry. */
	hidesEntry?: boolean;
	/**
	 * Quote these secrets and those of the call itself. With `status`: in place of `{secrets}` in
	 * `body` and `headers`. Otherwise run the call, then quote them in every text of its answer.
	 */
	leaks?: string[];
	/** With `leaks`: how the texts are written. */
	spelling?: 'plain' | 'address' | 'html' | 'json' | 'base64';
	/** With `leaks`: ids, statuses, dates and addresses of the answer stay as they are. */
	keepsIds?: boolean;
	/** Answer at once and run the call this much later on the service's clock. */
	lateEffectMs?: number;
	/** With `lateEffectMs`: the status to answer (504 by default), or `drop`. */
	lateAnswer?: number | 'drop';
	/** Run the call and send the body of the answer a few bytes at a time. */
	drip?: { bytes: number; everyMs: number };
	/** Run the call, then send this many MiB of blanks in place of the body, compressed to little. */
	bombMiB?: number;
	/** Run the call, then send blanks in place of the body, without an end. */
	endless?: boolean;
	/** Answer 200 with an HTML sign-in page. */
	signInPage?: boolean;
	/** Redirect to an HTML sign-in page on this host. */
	signInRedirect?: 'auth' | 'files';
	/** Answer 200 with truncated JSON. */
	garbage?: boolean;
	/** Never answer. */
	hang?: boolean;
	/** Invalidate every token, then continue. 403: answer such a token with 403 instead of 401. */
	expireToken?: boolean | 403;
}

const ACTIONS = [
	'status',
	'dropBefore',
	'dropAfter',
	'cutUploadAt',
	'cutAnswerAt',
	'replaceBody',
	'oddEntry',
	'lateEffectMs',
	'drip',
	'bombMiB',
	'endless',
	'signInPage',
	'signInRedirect',
	'garbage',
	'hang',
	'expireToken',
] as const;
const DETAILS = [
	'delayMs',
	'body',
	'headers',
	'chunked',
	'contentType',
	'hidesEntry',
	'leaks',
	'spelling',
	'keepsIds',
	'lateAnswer',
	'part',
	'cutDownloadAt',
];
const MATCH = ['origin', 'method', 'path', 'skip', 'times'];
const KNOWN = new Set<string>([...ACTIONS, ...DETAILS, ...MATCH]);

const isSet = (fault: Fault, name: (typeof ACTIONS)[number]): boolean =>
	fault[name] !== undefined && (fault[name] !== false || name === 'replaceBody');

interface ArmedFault {
	readonly fault: Fault;
	readonly matchesPath: (pathname: string) => boolean;
	skipsLeft: number;
	timesLeft: number;
}

export class Faults {
	private armed: ArmedFault[] = [];

	add({ cutDownloadAt, ...given }: Fault): void {
		const fault: Fault =
			cutDownloadAt === undefined ? given : { ...given, cutAnswerAt: cutDownloadAt };
		const unknown = Object.keys(fault).filter((name) => !KNOWN.has(name));
		if (unknown.length > 0) throw badRequest(`A fault has no "${unknown.join('", "')}".`);
		const actions = ACTIONS.filter((name) => isSet(fault, name));
		const isEnough = fault.delayMs !== undefined || fault.leaks !== undefined;
		if (actions.length > 1 || (actions.length === 0 && !isEnough)) {
			throw badRequest(`A fault needs exactly one of: ${ACTIONS.join(', ')}, leaks, delayMs.`);
		}
		this.armed.push({
			fault,
			matchesPath: fault.path === undefined ? () => true : pathMatcher(fault.path),
			skipsLeft: fault.skip ?? 0,
			timesLeft: fault.times ?? 1,
		});
	}

	clear(): void {
		this.armed = [];
	}

	/** Faults with calls left to hit. */
	pending(): Fault[] {
		return this.armed.map(({ fault, timesLeft }) => ({ ...fault, times: timesLeft }));
	}

	/** Returns the fault for this call, if any, and counts it. */
	take(origin: OriginName, method: string, pathname: string): Fault | undefined {
		for (const armed of this.armed) {
			const { fault } = armed;
			if (fault.origin !== undefined && fault.origin !== origin) continue;
			if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
			if (!armed.matchesPath(pathname)) continue;
			if (armed.skipsLeft > 0) {
				armed.skipsLeft -= 1;
				continue;
			}
			armed.timesLeft -= 1;
			if (armed.timesLeft <= 0) this.armed = this.armed.filter((other) => other !== armed);
			return fault;
		}
		return undefined;
	}
}

export function faultName(fault: Fault): string {
	const action = ACTIONS.find((name) => isSet(fault, name));
	const other = fault.leaks === undefined ? 'delayMs' : 'leaks';
	return action === 'status' ? `status ${fault.status}` : (action ?? other);
}
