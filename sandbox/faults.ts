import { pathMatcher, type OriginName } from './log';
import { badRequest } from './refusal';

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
	/** Close the connection after so many bytes of the answer's body. */
	cutDownloadAt?: number;
	/** Answer 200 with an HTML sign-in page. */
	signInPage?: boolean;
	/** Answer 200 with JSON that is broken off in the middle. */
	garbage?: boolean;
	/** Never answer. */
	hang?: boolean;
	/** Make every token handed out so far invalid, then carry on. */
	expireToken?: boolean;
}

const ACTIONS = [
	'status',
	'dropBefore',
	'dropAfter',
	'cutUploadAt',
	'cutDownloadAt',
	'signInPage',
	'garbage',
	'hang',
	'expireToken',
] as const;
const KNOWN = new Set<string>([...ACTIONS, 'delayMs', 'body', 'headers', 'origin', 'method', 'path', 'skip', 'times']);

interface ArmedFault {
	readonly fault: Fault;
	readonly onPath: (pathname: string) => boolean;
	toSkip: number;
	left: number;
}

export const SIGN_IN_PAGE =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><h1>Sign in to continue</h1>' +
	'<input name="username"><input name="password" type="password"></form></body></html>';

export const GARBAGE = '{"jobs":[{"jobId":"x7Kq","jobName":"Spring cat\u0000';

export class Faults {
	private armed: ArmedFault[] = [];

	add(fault: Fault): void {
		const unknown = Object.keys(fault).filter((name) => !KNOWN.has(name));
		if (unknown.length > 0) throw badRequest(`A fault has no "${unknown.join('", "')}".`);
		const actions = ACTIONS.filter((name) => fault[name] !== undefined && fault[name] !== false);
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
	const action = ACTIONS.find((name) => fault[name] !== undefined && fault[name] !== false);
	return action === 'status' ? `status ${fault.status}` : (action ?? 'delayMs');
}
