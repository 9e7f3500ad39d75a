import { OperationFailed } from '../../items/operationFailed';
import { Once } from '../../memory/once';
import { formatCount } from '../../rules/limits';
import type { Client } from '../../transport/client';
import { now } from '../../transport/pipeline/clock';
import { asError } from '../../transport/pipeline/errors';
import type { Found } from './finding';
import { Observed } from './observed';

export interface LookSettings {
	daysInReview: number;
	maxCalls: number;
	tryWithTestJob: boolean;
	/** Where this n8n receives webhooks. Undefined if n8n does not say. */
	ownOrigin?: string;
}

/** The allowed calls are spent. What was not looked at is unknown. */
export class CallsSpent extends OperationFailed {
	constructor(maxCalls: number) {
		super(
			`Not looked at: ${formatCount(maxCalls)} calls were made, which is the limit.`,
			"Raise 'Max Calls' in the options.",
		);
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
		const watched = client.watchedBy(this.observed.see);
		this.unlimited = watched.beyondCancel();
		this.client = watched.withBudget(() => {
			if (this.callsLeft === 0) throw new CallsSpent(settings.maxCalls);
			this.callCount += 1;
		});
	}

	get callsLeft(): number {
		return Math.max(0, this.settings.maxCalls - this.callCount);
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

/** As much of a list as can be read. Fails only if that is nothing. */
export async function readWhatCan<T>(
	list: AsyncIterable<T>,
): Promise<{ items: T[]; isWhole: boolean }> {
	const items: T[] = [];
	try {
		for await (const item of list) items.push(item);
		return { items, isWhole: true };
	} catch (error) {
		if (items.length === 0) throw asError(error);
		return { items, isWhole: false };
	}
}

export interface Check {
	name: string;
	/** Undefined: there is nothing to say. */
	run(look: Look): Promise<Found | Found[] | undefined>;
}
