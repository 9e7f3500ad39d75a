import { formatCount } from '../../../l10n/counted';
import { EXPECTED } from '../../api/calls';
import { PATHS } from '../../api/wire';
import { Once } from '../../core/caches';
import { now } from '../../core/clock';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { type ExpectedList, readList } from '../../http/expected';
import { eachItem, readNext } from '../../http/pages';
import type { HttpResponse } from '../../http/types';
import { attention, type Found, ok, unknown } from './finding';

export interface ProbeSettings {
	daysInReview: number;
	maxCalls: number;
	/** Where this n8n receives webhooks. Undefined if n8n does not say. */
	ownOrigin?: string;
}

export const LIST_NAMES = [
	'jobs',
	'archivedJobs',
	'providers',
	'statusUpdates',
	'listeners',
] as const;
export const READ_NAMES = [...LIST_NAMES, 'quota'] as const;
export type Entry = Record<string, unknown>;
type ListName = (typeof LIST_NAMES)[number];
export type ReadName = (typeof READ_NAMES)[number];

export const callOf = (name: ReadName) => ({
	method: 'GET' as const,
	path: PATHS[name],
	expects: EXPECTED[name === 'archivedJobs' ? 'jobs' : name] as ExpectedList,
});

const MORE_CALLS = "Raise 'Max Calls' in the options.";

/** The allowed calls are spent. What was not looked at is unknown. */
export class CallsSpent extends Error {
	override readonly name = 'CallsSpent';
	readonly description = MORE_CALLS;

	constructor(count: number) {
		super(`Not looked at: ${formatCount(count)} calls were made, which is the limit`);
	}
}

/** One run of all checks: what they share, and how many calls they may make. */
export class Probe {
	/** Counts each call. Throws `CallsSpent`. */
	readonly client: Client;
	callCount = 0;
	hasAnswered = false;
	/** The last status that was no success. */
	lastRefusal = 0;
	private readonly reads = new Once<unknown>({ keepFailures: true });

	constructor(
		client: Client,
		readonly settings: ProbeSettings,
	) {
		this.client = client
			.watchedBy((response) => this.note(response))
			.withBudget(() => this.spend());
	}

	private note({ status }: HttpResponse): void {
		this.hasAnswered = true;
		if (status >= 400) this.lastRefusal = status;
	}

	private spend(): void {
		if (this.callCount >= this.settings.maxCalls) throw new CallsSpent(this.callCount);
		this.callCount += 1;
	}

	/** By the service's clock. */
	get nowMs(): number {
		return this.client.session.serverTime(now());
	}

	/** Several checks share one read, and its failure. */
	async once<T>(what: string, read: () => Promise<T>): Promise<T> {
		return (await this.reads.get(what, read)) as T;
	}

	/** Whether anybody is there, within seconds. Returns why the read failed. */
	async knock(name: ReadName): Promise<Error | undefined> {
		try {
			const page = await this.client.inHaste().call<unknown>(callOf(name));
			await this.once(name, async () => page);
			return undefined;
		} catch (error) {
			return asError(error);
		}
	}

	/** The first page as the service sends it. */
	async firstPage(name: ReadName): Promise<unknown> {
		return await this.once(name, async () => await this.client.call<unknown>(callOf(name)));
	}

	async firstEntries(name: ListName): Promise<Entry[]> {
		return readList(await this.firstPage(name), callOf(name).expects) ?? [];
	}

	/** The whole list. Its first page costs nothing if a check has seen it. */
	async *entries(name: ListName): AsyncGenerator<Entry> {
		yield* await this.firstEntries(name);
		const from = readNext(await this.firstPage(name));
		if (from) yield* eachItem<Entry>(this.client, callOf(name), { from });
	}
}

type Failure = Error & { description?: unknown; httpCode?: unknown };

export const inFull = ({ message, description }: Failure) =>
	[message, description].filter(Boolean).join('. ');

/** The service's own words stay out of the finding. */
export function whyUnknown(error: unknown): Found {
	const failure: Failure = asError(error);
	const status = failure.httpCode ? ` (HTTP ${String(failure.httpCode)})` : '';
	const finding = failure instanceof CallsSpent ? failure.message : `Could not be made${status}`;
	return unknown(`${finding}.`, inFull(failure));
}

export interface Subjects<Subject> {
	all: readonly Subject[];
	/** Why the list could not be read to its end. */
	unread?: string;
}

/** As much of a list as can be read, or is enough. Fails only if that is nothing. */
export async function readWhatCan<T>(
	list: AsyncIterable<T>,
	enough = Infinity,
): Promise<Subjects<T>> {
	const all: T[] = [];
	try {
		for await (const item of list) if (all.push(item) >= enough) break;
		return { all };
	} catch (error) {
		if (all.length === 0) throw asError(error);
		return { all, unread: inFull(asError(error)) };
	}
}

export interface Check {
	name: string;
	run(probe: Probe): Promise<Found>;
}

/** Whether a subject is left, or the ids of what is left of it. Undefined: it cannot be told. */
export type Find<Subject> = (
	subject: Subject,
	probe: Probe,
	all: readonly Subject[],
) => boolean | string[] | undefined;

/** "2 found. Looked at 12, not at 3." What was not looked at is never ok. */
export function summarize<Subject extends { id: string }>(
	probe: Probe,
	{ all, unread }: Subjects<Subject>,
	advice: string,
	find: Find<Subject>,
): Found {
	const results = all.map((subject) => {
		const left = find(subject, probe, all);
		return typeof left === 'boolean' ? (left ? [subject.id] : []) : left;
	});
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => !found).length;
	const rest = [unseen > 0 && formatCount(unseen), unread && 'the rest of the list']
		.filter(Boolean)
		.join(' and ');
	const finding = `${formatCount(ids.length)} found. Looked at ${formatCount(all.length - unseen)}${rest && `, not at ${rest}`}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, unread ?? MORE_CALLS) : ok(finding);
}

/** By name: what is left of a kind. */
export type Kinds<Subject> = Record<string, [advice: string, find: Find<Subject>]>;

export const checksOf = <Subject extends { id: string }>(
	kinds: Kinds<Subject>,
	subjects: (probe: Probe) => Promise<Subjects<Subject>>,
): Check[] =>
	Object.entries(kinds).map(([name, [advice, find]]) => ({
		name,
		run: async (probe) => summarize(probe, await subjects(probe), advice, find),
	}));
