import { pathMatcher, type OriginName } from '../http/log';
import { badRequest } from '../http/refusal';

/** Something that goes wrong on purpose, for the calls it matches, so many times. Exactly one action. */
export interface Fault extends FaultMatch, FaultAction {}

export interface FaultMatch {
	origin?: OriginName;
	method?: string;
	/** A prefix of the path, or (when it does not begin with a slash) a regular expression; `/v2` may be left out. */
	path?: string;
	/** Let so many matching calls pass first. */
	skip?: number;
	/** How often it strikes; 1 by default. */
	times?: number;
}

export interface FaultAction {
	/** Answer with this status (and `body`, `headers`) instead of doing anything. */
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Wait, then carry on as usual; goes together with any other action. */
	delayMs?: number;
	/** Close the connection without doing anything. */
	dropBefore?: boolean;
	/** Do it, then close the connection without an answer. */
	dropAfter?: boolean;
	/** Close the connection after so many bytes of the request body. */
	cutUploadAt?: number;
	/** Do it, then close the connection after so many bytes of the answer's body; 0 = after its headers. */
	cutAnswerAt?: number;
	/** Another name for `cutAnswerAt`. */
	cutDownloadAt?: number;
	/** With `cutAnswerAt`: the answer does not say how long it is, and never comes to its end. */
	chunked?: boolean;
	/** Do it, then put this in place of the body of a successful answer: text as it is, anything else as JSON. */
	replaceBody?: unknown;
	/** With `replaceBody`: the answer's own by default. */
	contentType?: string;
	/** Do it so long after the caller was answered, on the service's clock. */
	lateEffectMs?: number;
	/** With `lateEffectMs`: the status that is answered at once (504 by default), or the connection is closed. */
	lateAnswer?: number | 'drop';
	/** Do it, and let the answer's body come so many bytes at a time. */
	drip?: { bytes: number; everyMs: number };
	/** Answer 200 with an HTML sign-in page. */
	signInPage?: boolean;
	/** Redirect to an HTML sign-in page on this host. */
	signInRedirect?: 'auth' | 'files';
	/** Answer 200 with JSON that is broken off in the middle. */
	garbage?: boolean;
	/** Never answer. */
	hang?: boolean;
	/** Make every token handed out so far invalid, then carry on. 403: such a token is answered 403 instead of 401. */
	expireToken?: boolean | 403;
	/** A part of a file comes with so many bytes too many. */
	surplusBytes?: number;
	/** A file comes as the part from this byte on, whatever was asked for. */
	partFrom?: number;
}

const ACTIONS = [
	'status',
	'dropBefore',
	'dropAfter',
	'cutUploadAt',
	'cutAnswerAt',
	'replaceBody',
	'lateEffectMs',
	'drip',
	'signInPage',
	'signInRedirect',
	'garbage',
	'hang',
	'expireToken',
	'surplusBytes',
	'partFrom',
] as const;
const DETAILS = ['delayMs', 'body', 'headers', 'chunked', 'contentType', 'lateAnswer', 'cutDownloadAt'];
const MATCH = ['origin', 'method', 'path', 'skip', 'times'];
const KNOWN = new Set<string>([...ACTIONS, ...DETAILS, ...MATCH]);

const isSet = (fault: Fault, name: (typeof ACTIONS)[number]): boolean =>
	fault[name] !== undefined && (fault[name] !== false || name === 'replaceBody');

interface ArmedFault {
	readonly fault: Fault;
	readonly onPath: (pathname: string) => boolean;
	toSkip: number;
	left: number;
}

export class Faults {
	private armed: ArmedFault[] = [];

	add({ cutDownloadAt, ...given }: Fault): void {
		const fault: Fault = cutDownloadAt === undefined ? given : { ...given, cutAnswerAt: cutDownloadAt };
		const unknown = Object.keys(fault).filter((name) => !KNOWN.has(name));
		if (unknown.length > 0) throw badRequest(`A fault has no "${unknown.join('", "')}".`);
		const actions = ACTIONS.filter((name) => isSet(fault, name));
		if (actions.length > 1 || (actions.length === 0 && fault.delayMs === undefined)) {
			throw badRequest(`A fault needs exactly one of: ${ACTIONS.join(', ')}, delayMs.`);
		}
		this.armed.push({
			fault,
			onPath: fault.path === undefined ? () => true : pathMatcher(fault.path),
			toSkip: fault.skip ?? 0,
			left: fault.times ?? 1,
		});
	}

	clear(): void {
		this.armed = [];
	}

	/** Faults that have not struck as often as they were told to. */
	pending(): Fault[] {
		return this.armed.map(({ fault, left }) => ({ ...fault, times: left }));
	}

	/** The fault that strikes this call, if one does; using it up. */
	take(origin: OriginName, method: string, pathname: string): Fault | undefined {
		for (const armed of this.armed) {
			const { fault } = armed;
			if (fault.origin !== undefined && fault.origin !== origin) continue;
			if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
			if (!armed.onPath(pathname)) continue;
			if (armed.toSkip > 0) {
				armed.toSkip -= 1;
				continue;
			}
			armed.left -= 1;
			if (armed.left <= 0) this.armed = this.armed.filter((other) => other !== armed);
			return fault;
		}
		return undefined;
	}
}

export function faultName(fault: Fault): string {
	const action = ACTIONS.find((name) => isSet(fault, name));
	return action === 'status' ? `status ${fault.status}` : (action ?? 'delayMs');
}
