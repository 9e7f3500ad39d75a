import type { INodeExecutionData } from 'n8n-workflow';

import type { TranslationRequest } from '../../../api/resources';
import { InOrder, Semaphore } from '../../../core/concurrency';
import { toItemError } from '../../../core/errors';
import { type ItemResult, leftByEarlierTries } from '../../../core/retryOnFail';
import { Merges } from '../../../features/changes/mergeInto';
import { type FetchedJob, fetchJob } from '../../../features/collect/fetchJob';
import { failedOutput, fetchTranslation } from '../../../features/collect/fetchTranslation';
import { properties } from '../../../features/collect/fields';
import { type CollectedJob, failedSteps, finishGroup } from '../../../features/collect/finishGroup';
import { makeOutputs, type ToOutput } from '../../../features/collect/mergeEntry';
import { noteNotFetched, whyNothing } from '../../../features/collect/notFetched';
import { askingItem, type JobGroup, readGroups } from '../../../features/collect/readGroups';
import { addCollectSummary } from '../../../features/collect/summary';
import { Problems } from '../../../features/quality/problems';
import { readCommonOptions } from '../../../form/commonOptions';
import type { ExecuteAll } from '../../../form/operations';
import { runGroups } from '../../../form/runItems';
import { withAdvice } from '../../../http/errors';

export const description = properties;

const NOTHING_LOST =
	'The node returned nothing and changed nothing at the service. Run it again to get every translation.';

/** What a try leaves for the next one: outputs are made anew, because entries build on each other. */
interface Collected extends CollectedJob {
	arrived: FetchedJob<ToOutput>;
}

/**
 * Collects each job once, with one output per translation that is ready. Fetches everything before
 * it approves or completes anything, because a failure discards all outputs.
 */
export const executeAll: ExecuteAll = async function (client) {
	const { concurrency } = readCommonOptions(this);
	const slots = new Semaphore(concurrency);
	const { groups, unreadable } = await readGroups(this);
	const goOn = this.continueOnFail();
	const groupOf = new Map(groups.map((group) => [group.items[0]!, group]));
	const fetched = new Map<JobGroup, Pick<Collected, 'arrived' | 'result'>>();
	const inOrder = new InOrder();
	const compared = { problems: new Problems(this), merges: new Merges(this) };

	const earlier = (group: JobGroup) =>
		leftByEarlierTries<Collected>(this, group.items[0]!, 'collected');

	const fetchGroup = async (
		group: JobGroup,
		turn: Promise<void>,
	): Promise<INodeExecutionData[]> => {
		const own = client.forItem(group.items[0]!);
		const options = {
			...group,
			slots,
			partial: goOn || !group.stop,
			fetch: async (request: TranslationRequest) =>
				await fetchTranslation(this, own, group, request, compared),
		};
		const arrived = await fetchJob(own, group.jobId, options, earlier(group)[0]?.arrived);
		if (compared.merges.usesKnown) await turn;
		const result = await makeOutputs(arrived, compared.merges, options);
		fetched.set(group, { arrived, result });
		return [
			...result.fetched.map((translation) => translation.result),
			...(goOn
				? result.failed.map(({ request, error }) => failedOutput(this, group, request, error))
				: []),
		];
	};

	const started = goOn || unreadable.size === 0 ? groups.map(({ items }) => items) : [];
	const work = async (items: readonly number[]) => {
		const [first] = items;
		const group = groupOf.get(first!);
		const outcome: ItemResult = group
			? { output: await inOrder.run(async (turn) => await fetchGroup(group, turn)) }
			: { error: unreadable.get(first!) };
		return new Map([
			[first!, outcome],
			...items.slice(1).map((item): [number, ItemResult] => [item, { output: [] }]),
		]);
	};
	const outputs = await runGroups(
		this,
		concurrency,
		[...started, ...[...unreadable.keys()].map((item) => [item])],
		work,
		() => NOTHING_LOST,
	);
	// n8n drops the outputs of a cancelled execution.
	if (this.getExecutionCancelSignal()?.aborted) return outputs;

	const results = groups.flatMap((group) => {
		const found = fetched.get(group);
		return found ? [{ group, ...found }] : [];
	});
	const nothing = goOn ? undefined : whyNothing(results);
	if (nothing) {
		const { group, request, error } = nothing;
		const item = askingItem(this, group, request) ?? group.items[0]!;
		throw withAdvice(toItemError(this.getNode(), error, item), NOTHING_LOST);
	}
	const restOf = noteNotFetched(this, results);
	const jobs = await Promise.all(
		results.map(async ({ group, result, arrived }) => {
			const rest = restOf(group.jobId);
			const job = await finishGroup(client, slots, group, result, rest, earlier(group)[0]);
			earlier(group)[0] = { ...job, arrived };
			return job;
		}),
	);
	addCollectSummary(this, jobs);
	compared.problems.addHint();
	return outputs.length > 0 ? outputs : failedSteps(this, jobs);
};
