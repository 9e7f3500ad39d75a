import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { BoundedMap } from '../core/caches';
import { logOf } from '../core/notices';
import type { Session } from '../http/session';
import { hasLabels } from '../rules/labels';
import type { Filters } from './filters';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_POLLS = 10_000;

/** What happens if two nodes of a kind get the same. */
const KINDS = {
	translations:
		'take the same translations. The first workflow that approves one takes it from the other',
	updates:
		'take the same status updates. What one has acknowledged, the other does not see any more',
};

interface Poll {
	/** Of the node. */
	key: string;
	kind: keyof typeof KINDS;
	account: string;
	filters: Filters;
	workflow: string;
}

interface Noted extends Poll {
	polledAt: number;
	/** If it does not poll for so long, it counts as inactive. */
	maxPauseMs: number;
}

/** The active nodes of this process. n8n does not tell when one is no longer active. */
const noted = new BoundedMap<Noted>({ maxEntries: MAX_POLLS, maxAgeMs: 8 * DAY_MS });
const warned = new BoundedMap<true>({ maxEntries: MAX_POLLS, maxAgeMs: DAY_MS });

/** As in a new process. */
export function forgetOtherPolls(): void {
	noted.clear();
	warned.clear();
}

/** Apart only if both ask for something, and for something else. */
function overlap(one: Filters, other: Filters): boolean {
	const pairs = [
		[one.jobId, other.jobId],
		[one.providerId, other.providerId],
		[one.sentBy, other.sentBy],
	] as const;
	const names = [one.jobNameContains, other.jobNameContains] as const;
	const languages = [one.targetLanguages, other.targetLanguages] as const;
	return (
		pairs.every(([a, b]) => a === '' || b === '' || a === b) &&
		(names[0].includes(names[1]) || names[1].includes(names[0])) &&
		(languages.some(({ length }) => length === 0) ||
			languages[0].some((code) => languages[1].includes(code))) &&
		(hasLabels(one.labels, other.labels) || hasLabels(other.labels, one.labels))
	);
}

const othersLike = ({ key, kind, account, filters }: Poll, now: number): Noted[] =>
	noted
		.values(now)
		.filter(
			(other) =>
				other.key !== key &&
				other.kind === kind &&
				other.account === account &&
				Math.abs(now - other.polledAt) < other.maxPauseMs &&
				overlap(filters, other.filters),
		);

const describe = ({ kind, workflow }: Poll, others: readonly Noted[]): string => {
	const names = [workflow, ...new Set(others.map((other) => other.workflow))];
	return `The triggers of the workflows ${names.map((name) => `"${name}"`).join(' and ')} ${KINDS[kind]}. If that is not what you want, give them different filters, e.g. 'Sent by Workflow'.`;
};

/** One node that polls, and the others of this n8n that may get the same. */
export class OtherPolls {
	private readonly poll: Poll;

	constructor(
		private readonly context: IPollFunctions,
		{ baseUrl, clientId }: Session,
		kind: Poll['kind'],
		filters: Filters,
	) {
		const { id, name } = context.getWorkflow();
		this.poll = {
			key: `${id} ${context.getNode().id}`,
			kind,
			account: `${baseUrl} ${clientId}`,
			filters,
			workflow: name ?? String(id),
		};
	}

	/** Notes a poll of an active workflow. The log warns once a day. */
	note(): void {
		const { poll } = this;
		const now = Date.now();
		const before = noted.get(poll.key, now)?.polledAt;
		const maxPauseMs = Math.max(HOUR_MS, 2 * Math.abs(now - (before ?? now)));
		noted.set(poll.key, { ...poll, polledAt: now, maxPauseMs }, now);
		const isNews = (other: Noted) => {
			const pair = JSON.stringify(
				[poll, other].map(({ key, filters }) => JSON.stringify([key, filters])).sort(),
			);
			return !warned.get(pair, now) && warned.set(pair, true, now);
		};
		const news = othersLike(poll, now).filter(isNews);
		if (news.length > 0)
			logOf(this.context).warn(`Translation Jobs: ${describe(poll, news)}`, {
				workflowId: this.context.getWorkflow().id,
			});
	}

	/** For the person who tests the node. Undefined if there is nothing to say. */
	notice(): string | undefined {
		const others = othersLike(this.poll, Date.now());
		return others.length > 0 ? describe(this.poll, others) : undefined;
	}
}

/** n8n shows no hints of a poll, so that the items have to say it. */
export const withNotice = (
	items: INodeExecutionData[],
	notice: string | undefined,
): INodeExecutionData[] =>
	notice === undefined
		? items
		: items.map((item) => ({ ...item, json: { notice, ...item.json } as IDataObject }));
