/**
 * What people set and change, and what a process does not survive. The seed decides, with random
 * numbers of its own: the rest of the plan stays as it was.
 */
import type { IDataObject, INode } from 'n8n-workflow';

import type { InstancePlan, SendingPlan } from './plan';
import { Random } from './random';

/** How a node is set to go on after an error. */
export type NodeSettings = Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'onError'>;

/** What a sending says besides its content. */
export interface Details {
	labels: Array<{ name: string; value: string }>;
	/** Of the job, of its requests, and as custom data. */
	metadata: IDataObject;
}

export interface SendingTwist {
	settings: NodeSettings;
	details?: Details;
	/** Sent again, everything that has no order comes in another one. */
	reorders: boolean;
}

/** What every sending has before it gets a twist. */
type Sent = Pick<SendingPlan, 'name' | 'kind'>;

export interface Rename {
	instance: string;
	kind: 'contentPoll' | 'statusPoll';
	/** Counted from 1, over all lives. */
	beforePoll: number;
}

export interface Twists {
	/** Of Collect, Approve and Reject. */
	settings: NodeSettings;
	/** By the name of the sending. */
	sendings: Record<string, SendingTwist>;
	renames: Rename[];
	/** The service gives nothing of a job out; the seed chooses it. The last ones follow the storm. */
	refusals: Array<{ atSeconds: number; times: number; seed: number }>;
}

/** What changes the rest of the plan. */
interface PlannedTwists extends Twists {
	/** After the storm, one translation kills every process that fetches it. */
	kills?: { how: 'kill'; seed: number };
}

const POLLS = ['contentPoll', 'statusPoll'] as const;

/** The only timer of n8n that takes simulated time. Nothing else waits as long. */
export const BETWEEN_TRIES_MS = 4_321;

const LABELS = [
	{ name: 'campaign', value: 'spring' },
	{ name: 'web', value: '' },
	{ name: 'team', value: 'shop' },
];
const METADATA = {
	costCenter: 'DE-1234',
	domain: 'legal',
	reviewer: { name: 'Ada', languages: ['de', 'fr'] },
};

interface Basic {
	sendings: readonly Sent[];
	instances: readonly InstancePlan[];
	/** How long the storm lasts. */
	seconds: number;
}

export function makeTwists(
	seed: number,
	round: number,
	{ sendings, instances, seconds }: Basic,
): PlannedTwists {
	const random = new Random(seed * 1_000_003 + round + 400_000);
	const settings = random.chance(0.5) ? continuing(random) : {};
	const renames = random.chance(0.4);
	const kills = random.chance(0.35);
	return {
		settings,
		sendings: Object.fromEntries(
			sendings.map(({ name, kind }) => [name, sendingTwist(random, kind)]),
		),
		renames: instances
			.flatMap((instance) =>
				POLLS.filter((kind) => instance[kind]).map((kind) => ({ instance, kind })),
			)
			.flatMap(({ instance: { name: instance }, kind }) =>
				random.times(random.between(1, 3), () => ({
					instance,
					kind,
					beforePoll: random.between(2, 14),
				})),
			)
			.filter(() => renames),
		refusals: random
			.times(random.between(2, 6), () => ({
				atSeconds: random.between(Math.floor(seconds * 0.2), Math.floor(seconds * 1.3)),
				times: random.pick([2, 4, 8, 16]),
				seed: random.between(1, 1_000_000),
			}))
			// Between its attempts, a poll waits longer and longer.
			.map((refusal) =>
				refusal.atSeconds < seconds ? refusal : { ...refusal, times: Math.min(2, refusal.times) },
			)
			.filter(() => settings.onError !== undefined),
		...(kills ? { kills: { how: 'kill', seed: random.between(1, 1_000_000) } } : {}),
	};
}

const continuing = (random: Random): NodeSettings => ({
	...retrying(random, 0.8),
	...(random.chance(0.7)
		? { onError: random.pick(['continueRegularOutput', 'continueErrorOutput'] as const) }
		: {}),
});

const retrying = (random: Random, probability: number): NodeSettings =>
	random.chance(probability)
		? { retryOnFail: true, maxTries: random.pick([2, 3]), waitBetweenTries: BETWEEN_TRIES_MS }
		: {};

function sendingTwist(random: Random, kind: SendingPlan['kind']): SendingTwist {
	// What one step could not do, the next one cannot go on with.
	if (kind === 'steps') return { settings: retrying(random, 0.4), reorders: false };
	return {
		settings: random.chance(0.4) ? continuing(random) : {},
		...(random.chance(0.5) ? { details: { labels: LABELS, metadata: METADATA } } : {}),
		reorders: random.chance(0.6),
	};
}

/** The same in another order. `turn` 0 is the order as it was planned. */
export function reordered(sending: SendingPlan, turn: number): SendingPlan {
	const { items, targets, twist } = sending;
	if (!twist.reorders || turn === 0) return sending;
	const random = new Random(turn * 7_919 + items.length);
	const { details } = twist;
	return {
		...sending,
		items: random.shuffled(items).map((item) => ({ ...item, noteFirst: random.chance(0.5) })),
		targets: random.shuffled(targets),
		twist: {
			...twist,
			...(details
				? {
						details: {
							labels: random.shuffled(details.labels),
							metadata: otherKeys(random, details.metadata),
						},
					}
				: {}),
		},
	};
}

const otherKeys = (random: Random, fields: IDataObject): IDataObject =>
	Object.fromEntries(
		random
			.shuffled(Object.entries(fields))
			.map(([key, value]) => [key, isObject(value) ? otherKeys(random, value) : value]),
	);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** For people. */
export function describeSettings({ retryOnFail, maxTries, onError }: NodeSettings): string {
	return [
		...(retryOnFail ? [`Retry On Fail (${maxTries} tries)`] : []),
		...(onError ? [`On Error: ${onError}`] : []),
	].join(', ');
}
