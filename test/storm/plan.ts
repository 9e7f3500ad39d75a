/** What happens in a round. The seed decides everything. */
import { type Fault, faultName } from '../../sandbox/faults/faults';
import type { Preset } from '../../sandbox/model/presets';
import type { Variants } from '../../sandbox/model/variants';
import type { Saving } from '../support/triggers/pollingWorkflow';
import { type EntriesPlan, makeEntriesPlan } from './entries/plan';
import { hangingCall, type Mood, randomFaults, randomMood, randomService } from './faults';
import type { Kill } from './life';
import { Random } from './random';
import {
	describeSettings,
	makeTwists,
	type NodeSettings,
	type SendingTwist,
	type Twists,
} from './twists';

/** How long faults, kills and the provider go on. */
export const STORM_MINUTES = 90;

export interface InstancePlan {
	name: string;
	requestsPerSecond: number;
	/** One for each life but the last. */
	kills: Array<Kill & { downMinutes: number }>;
	contentPoll?: { everyMinutes: number; againAfter: number; sweepInterval: number; saving: Saving };
	statusPoll?: { everyMinutes: number; saving: Saving };
	listener: boolean;
	/** Which of its executions find the store down. */
	storeFailures: number[];
	/** The share of the deliveries that are rejected once. */
	rejects: number;
	completesJobs: boolean;
}

export interface SentItem {
	name: string;
	form: 'text' | 'file';
	text: string;
	/** A text has a note beside it. */
	noteFirst?: boolean;
}

export interface SendingPlan {
	name: string;
	/** `steps`: Create, Add and Submit, one after another, never repeated. */
	kind: 'send' | 'steps';
	items: SentItem[];
	targets: string[];
	/** Who sends it, and when. Later entries send the same content. */
	by: Array<{ instance: string; atSeconds: number }>;
	ownKey: boolean;
	/** Long before a run that another one waits for is dead. */
	takesOverSoon: boolean;
	waitsForProvider: boolean;
	twist: SendingTwist;
}

export type ProviderAct = 'deliver' | 'deliverAgain' | 'deliverUnreviewed' | 'cancel' | 'fail';

export interface Plan {
	seed: number;
	round: number;
	preset: Preset;
	/**
	 * Collect approves by itself. Documented: what is not stored then does not come again. So nothing
	 * is killed, and the store works.
	 */
	service: Partial<Variants>;
	instances: InstancePlan[];
	sendings: SendingPlan[];
	/** Sent night after night, with known translations. */
	entries?: EntriesPlan;
	provider: Array<{ atSeconds: number; act: ProviderAct; seed: number }>;
	moods: Array<Mood & { fromSeconds: number; untilSeconds: number }>;
	/** When a colleague labels the unsubmitted jobs. */
	labelsAt: number[];
	disablesListenersAt?: number;
	forgesCallbackAt?: number;
	faults: Fault[];
	/**
	 * After the storm, one translation can never be fetched or stored, or kills whoever fetches it;
	 * the seed chooses it.
	 */
	spoils?: { how: 'fetch' | 'store' | 'kill'; seed: number };
	twists: Twists;
}

const TARGETS = ['de-de', 'fr-fr', 'es-es'];
const WORDS =
	'The quick brown fox sells more shoes in spring than any slow grey wolf ever did'.split(' ');

type BasicPlan = Omit<Plan, 'twists' | 'sendings'> & {
	sendings: Array<Omit<SendingPlan, 'twist'>>;
};

function basicPlan(seed: number, round: number): BasicPlan {
	const random = new Random(seed * 1_000_003 + round);
	const second = (share = 1) => random.between(0, Math.floor(STORM_MINUTES * 60 * share));
	const names = ['A', 'B', 'C'].slice(0, random.pick([1, 2, 2, 3]));
	const hasListener = random.chance(0.4);
	const sendings = random.times(random.between(1, 4), (index): Omit<SendingPlan, 'twist'> => {
		const kind = random.chance(0.6) ? 'send' : 'steps';
		const name = `s${index + 1}`;
		const atSeconds = second(0.4);
		const first = { instance: random.pick(names), atSeconds };
		const again = kind === 'send' ? random.pick([0, 1, 1, 2]) : 0;
		return {
			name,
			kind,
			items: random.times(kind === 'steps' ? 1 : random.between(1, 4), (item) => ({
				name: `${name}-${item + 1}`,
				form: random.pick(['text', 'file'] as const),
				text: `${name}-${item + 1}: ${random.times(random.between(2, 30), () => random.pick(WORDS)).join(' ')}`,
			})),
			targets: TARGETS.slice(0, random.between(1, 3)),
			by: [
				first,
				...random.times(again, () => ({
					instance: random.pick(names),
					atSeconds: atSeconds + random.pick([0, 0, 0, 1, 5, 45, 90, 900, 1_500, 2_400]),
				})),
			],
			ownKey: random.chance(0.2),
			takesOverSoon: random.chance(0.3),
			waitsForProvider: random.chance(0.2),
		};
	});
	const saving = () => random.pick(['classic', 'reloaded', 'durable'] as const);
	const statusPolled = hasListener ? undefined : random.pick(names);
	const instances = names.map((name): InstancePlan => {
		return {
			name,
			requestsPerSecond: random.pick([10, 20, 20, 100]),
			kills: random.times(random.pick([0, 1, 1, 2, 3]), () => ({
				atCall: random.between(1, 80),
				how: random.pick(['before', 'after', 'after', 'saved'] as const),
				downMinutes: random.pick([0, 1, 10, 20]),
			})),
			...(name === names[0] || random.chance(0.5)
				? {
						contentPoll: {
							everyMinutes: random.pick([5, 10, 15]),
							againAfter: random.pick([5, 15, 60]),
							sweepInterval: random.pick([0, 30, 60, 60]),
							saving: saving(),
						},
					}
				: {}),
			...(name === statusPolled
				? { statusPoll: { everyMinutes: random.pick([5, 15]), saving: saving() } }
				: {}),
			listener: hasListener && (name === names[0] || random.chance(0.5)),
			storeFailures: random.some(
				random.times(12, (index) => index + 1),
				random.pick([0, 0.2, 0.5]),
			),
			rejects: random.pick([0, 0, 0.2]),
			completesJobs: random.chance(0.5),
		};
	});
	return {
		seed,
		round,
		preset: random.pick(['specification', 'production'] as const),
		service: randomService(random),
		instances,
		sendings,
		entries: makeEntriesPlan(seed, round, { names, seconds: STORM_MINUTES * 60 }),
		provider: random
			.times(random.between(6, 20), () => ({
				atSeconds: second(),
				act: random.pick([
					'deliver',
					'deliver',
					'deliver',
					'deliverAgain',
					'deliverAgain',
					'deliverUnreviewed',
					'cancel',
					'fail',
				] as const),
				seed: random.between(1, 1_000_000),
			}))
			.sort((one, other) => one.atSeconds - other.atSeconds),
		moods: random.times(random.between(0, 3), () => {
			const fromSeconds = second(0.8);
			return { ...randomMood(random), fromSeconds, untilSeconds: fromSeconds + second(0.3) };
		}),
		...(hasListener && random.chance(0.3) ? { disablesListenersAt: second() } : {}),
		...(hasListener ? { forgesCallbackAt: second() } : {}),
		faults: [
			...randomFaults(random, random.pick([0, 5, 15, 30, 60, 120])),
			...(random.chance(0.1) ? [hangingCall(random)] : []),
		],
		...(random.chance(0.4)
			? {
					spoils: {
						how: random.chance(0.5) ? 'fetch' : 'store',
						seed: random.between(1, 1_000_000),
					},
				}
			: {}),
		labelsAt: sendings.flatMap(({ by }) =>
			by.map(({ atSeconds }) => atSeconds + random.pick([2, 10, 60, 200])),
		),
	};
}

export function makePlan(seed: number, round: number): Plan {
	const plan = basicPlan(seed, round);
	const { kills, ...twists } = makeTwists(seed, round, { ...plan, seconds: STORM_MINUTES * 60 });
	const spoils = plan.spoils ?? kills;
	return {
		...plan,
		...(spoils ? { spoils } : {}),
		sendings: plan.sendings.map((sending) => ({
			...sending,
			twist: twists.sendings[sending.name]!,
		})),
		twists,
	};
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

const inWords = (fault: Fault): string => {
	const { origin, method = 'any', path = '', skip = 0, times = 1, ...rest } = fault;
	return `call ${skip + 1} of ${method} ${path || 'anything'} to ${origin}${times > 1 ? `, ${times} times` : ''}: ${faultName(fault)} ${JSON.stringify(rest)}`;
};

/** The plan as people read it. */
export function describePlan(plan: Plan): string {
	const { preset, service, instances, sendings, entries, provider, moods, faults } = plan;
	const { labelsAt, twists } = plan;
	const events: Array<[number, string]> = [
		...sendings.flatMap(({ name, kind, items, targets, by, ownKey, twist }) =>
			by.map(({ instance, atSeconds }, index): [number, string] => [
				atSeconds,
				index > 0
					? `${instance} sends ${name}, too${twist.reorders ? ', in another order' : ''}`
					: `${instance} sends ${name} ${kind === 'send' ? 'with Send for Translation' : 'in single steps'}${ownKey ? ', with a run key' : ''}: ${items.map((item) => `${item.form} ${item.name}`).join(', ')} into ${targets.join(', ')}${twist.details ? ', with labels and metadata' : ''}${withSettings(twist.settings)}`,
			]),
		),
		...provider.map(({ atSeconds, act }): [number, string] => [atSeconds, `the provider: ${act}`]),
		...(entries?.nights ?? []).map((at): [number, string] => [
			at,
			`${entries!.instance} sends what is new in ${entries!.entries} entries into ${entries!.targets.join(', ')}`,
		]),
		...(entries?.acts ?? []).map(({ atSeconds, act }): [number, string] => [
			atSeconds,
			`people, in an entry: ${act}`,
		]),
		...labelsAt.map((at): [number, string] => [at, 'a colleague labels the unsubmitted jobs']),
		...moods.flatMap(
			({ during, afterwards, fromSeconds, untilSeconds }): Array<[number, string]> => [
				[fromSeconds, `the service: ${JSON.stringify(during)}`],
				[untilSeconds, `the service: ${JSON.stringify(afterwards)}`],
			],
		),
	];
	for (const { atSeconds, times } of twists.refusals)
		events.push([atSeconds, `the service gives nothing of a job out, ${times} times`]);
	if (plan.disablesListenersAt !== undefined)
		events.push([plan.disablesListenersAt, 'the service disables its listeners']);
	if (plan.forgesCallbackAt !== undefined)
		events.push([plan.forgesCallbackAt, 'somebody forges a callback']);
	return [
		`The service: preset ${preset}, ${JSON.stringify(service)}`,
		`Workflows: collect, store, approve${withSettings(twists.settings)}`,
		...instances.map(describeInstance),
		...twists.renames.map(
			({ instance, kind, beforePoll }) =>
				`Somebody renames the ${kind} of ${instance} before its poll ${beforePoll}`,
		),
		...events.sort(([one], [other]) => one - other).map(([at, what]) => `${clock(at)}  ${what}`),
		...faults.map((fault) => `Fault at ${inWords(fault)}`),
		`${clock(STORM_MINUTES * 60)}  everything heals${plan.spoils ? `, but one translation ${SPOILT[plan.spoils.how]}` : ''}`,
	].join('\n');
}

const SPOILT = {
	fetch: 'can never be fetched',
	store: 'can never be stored',
	kill: 'kills every process that fetches it',
};

const withSettings = (settings: NodeSettings): string =>
	Object.keys(settings).length > 0 ? `, with ${describeSettings(settings)}` : '';

function describeInstance(plan: InstancePlan): string {
	const { name, contentPoll, statusPoll, listener, kills, storeFailures } = plan;
	return [
		`Instance ${name}: ${plan.requestsPerSecond} calls per second`,
		...(contentPoll
			? [
					`content poll every ${contentPoll.everyMinutes} min (again after ${contentPoll.againAfter}, sweep ${contentPoll.sweepInterval}, ${contentPoll.saving})`,
				]
			: []),
		...(statusPoll
			? [`status poll every ${statusPoll.everyMinutes} min (${statusPoll.saving})`]
			: []),
		...(listener ? ['a listener'] : []),
		...(plan.completesJobs ? ['completes jobs'] : []),
		...(plan.rejects > 0 ? [`rejects ${plan.rejects * 100} %`] : []),
		...(storeFailures.length > 0
			? [`its store is down in executions ${storeFailures.join(', ')}`]
			: []),
		...kills.map(
			({ atCall, how, downMinutes }) =>
				`killed ${how === 'saved' ? `after a poll has saved, from call ${atCall} on` : `${how} call ${atCall}`}, down for ${downMinutes} min`,
		),
	].join('; ');
}
