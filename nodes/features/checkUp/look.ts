import { Once } from '../../core/caches';
import { now } from '../../core/clock';
import { OperationFailed } from '../../core/errors';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { formatCount } from '../../rules/limits';
import { attention, type Found, ok, TELL_SERVICE, unknown } from './finding';
import { Observed } from './observed';

export interface LookSettings {
	daysInReview: number;
	maxCalls: number;
	tryWithTestJob: boolean;
	/** Where this n8n receives webhooks. Undefined if n8n does not say. */
	ownOrigin?: string;
}

const MORE_CALLS = "Raise 'Max Calls' in the options.";
/** A list that goes on after so many may have no end, and must not take all calls. */
const MAX_EMPTY_PAGES = 3;

/** The allowed calls are spent. What was not looked at is unknown. */
export class CallsSpent extends Error {
	readonly description = MORE_CALLS;

	constructor(count: number) {
		super(`Not looked at: ${formatCount(count)} calls were made, which is the limit`);
	}
}

/** One run of all checks: what they share, and how many calls they may make. */
export class Look {
	/** Counts each call. Throws `CallsSpent`. */
	readonly client: Client;
	callCount = 0;
	/** What its responses show of the service's shapes, for the preset. */
	readonly observed = new Observed();
	/** For what must be cleaned up, whatever it costs, and even if the execution is cancelled. */
	readonly unlimited: Client;
	private readonly reads = new Once<unknown>({ keepFailures: true });

	constructor(
		client: Client,
		readonly settings: LookSettings,
	) {
		const { observed } = this;
		const watched = client.watchedBy(observed.see);
		this.unlimited = watched.beyondCancel();
		this.client = watched.withBudget(() => {
			if (observed.emptyPages >= MAX_EMPTY_PAGES) {
				observed.emptyPages = 0;
				throw new OperationFailed('Empty pages lead to more empty pages', TELL_SERVICE);
			}
			if (this.callCount >= settings.maxCalls) throw new CallsSpent(this.callCount);
			this.callCount += 1;
		});
	}

	/** By the service's clock. */
	get nowMs(): number {
		return this.client.session.serverTime(now());
	}

	/** Several checks share one read, and its failure. */
	async once<T>(what: string, read: () => Promise<T>): Promise<T> {
		return (await this.reads.get(what, read)) as T;
	}
}

type Failure = Error & { description?: unknown; httpCode?: unknown };

const inFull = ({ message, description }: Failure) =>
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
	/** Undefined: there is nothing to say. */
	run(look: Look): Promise<Found | undefined>;
}

/** What is left of one kind. `find`: the ids, or undefined if they cannot be told. */
export type Kind<Subject> = [
	name: string,
	advice: string,
	find: (subject: Subject, look: Look, all: readonly Subject[]) => readonly string[] | undefined,
];

/** "2 found. Looked at 12, not at 3." What was not looked at is never ok. */
export function tell<Subject>(
	look: Look,
	{ all, unread }: Subjects<Subject>,
	advice: string,
	find: Kind<Subject>[2],
): Found {
	const results = all.map((subject) => find(subject, look, all));
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => !found).length;
	const rest = [unseen > 0 && formatCount(unseen), unread && 'the rest of the list']
		.filter(Boolean)
		.join(' and ');
	const finding = `${formatCount(ids.length)} found. Looked at ${formatCount(all.length - unseen)}${rest && `, not at ${rest}`}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, unread ?? MORE_CALLS) : ok(finding);
}

export const checksOf = <Subject>(
	kinds: ReadonlyArray<Kind<Subject>>,
	subjects: (look: Look) => Promise<Subjects<Subject>>,
): Check[] =>
	kinds.map(([name, advice, find]) => ({
		name,
		run: async (look) => tell(look, await subjects(look), advice, find),
	}));
