import type { IncomingHttpHeaders } from 'node:http';

export type OriginName = 'auth' | 'rest' | 'files' | 'soap';

export interface LogEntry {
	seq: number;
	at: string;
	origin: OriginName;
	method: string;
	path: string;
	query: string;
	headers: IncomingHttpHeaders;
	/** 0 until answered, and for good if the connection broke without an answer. */
	status: number;
	bytesIn: number;
	bytesOut: number;
	durationMs: number;
	jobId?: string;
	/** The JSON body, if it is short enough to keep. */
	body?: unknown;
	/** The beginning of any other text body. */
	bodyPreview?: string;
	throttled?: true;
	fault?: string;
	/** The status of a late effect, which no caller saw. */
	lateStatus?: number;
}

export interface LogFilter {
	origin?: OriginName;
	method?: string;
	/** A path prefix, or a regular expression if it does not begin with a slash. */
	path?: string;
	status?: number;
	jobId?: string;
	since?: number;
	last?: number;
}

const CAPACITY = 200_000;

/** The received calls, oldest first. Drops the oldest when it is full. */
export class RequestLog {
	private entries: LogEntry[] = [];
	private nextSeq = 1;

	add(entry: Omit<LogEntry, 'seq'>): LogEntry {
		const stored: LogEntry = { seq: this.nextSeq++, ...entry };
		this.entries.push(stored);
		// Trims in large steps to keep `add` cheap.
		if (this.entries.length > CAPACITY * 1.1) this.entries = this.entries.slice(-CAPACITY);
		return stored;
	}

	clear(): void {
		this.entries = [];
	}

	/** The number of the oldest call in the log, or of the next one if it is empty. */
	oldest(): number {
		return this.entries[0]?.seq ?? this.nextSeq;
	}

	find(filter: LogFilter = {}): LogEntry[] {
		const matchesPath = filter.path === undefined ? undefined : pathMatcher(filter.path);
		const found = this.entries.filter(
			(entry) =>
				(filter.origin === undefined || entry.origin === filter.origin) &&
				(filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
				(filter.status === undefined || entry.status === filter.status) &&
				(filter.jobId === undefined || entry.jobId === filter.jobId) &&
				(filter.since === undefined || entry.seq > filter.since) &&
				(matchesPath === undefined || matchesPath(entry.path)),
		);
		return filter.last === undefined ? found : found.slice(-filter.last);
	}
}

export const REST_BASE_PATH = '/v2';

/** A prefix if it begins with a slash, else a regular expression; `/v2` is optional. */
export function pathMatcher(path: string): (pathname: string) => boolean {
	const matches = path.startsWith('/')
		? (candidate: string) => candidate.startsWith(path)
		: (
				(pattern) => (candidate: string) =>
					pattern.test(candidate)
			)(new RegExp(path));
	return (pathname) =>
		matches(pathname) ||
		(pathname.startsWith(`${REST_BASE_PATH}/`) && matches(pathname.slice(REST_BASE_PATH.length)));
}
