import type { INodeExecutionData } from 'n8n-workflow';

import { InvalidInput } from '../../../../l10n/invalidInput';
import type { TranslationRequest } from '../../../api/resources';
import { giveWay, InOrder, Semaphore } from '../../../core/concurrency';
import { toItemError } from '../../../core/errors';
import type { ItemResult } from '../../../core/retryOnFail';
import { type FetchedJob, fetchJob, fetchTranslation } from '../../../features/collect/fetchJob';
import { properties as fields } from '../../../features/collect/fields';
import { Merges } from '../../../features/collect/merges';
import { noteNotFetched, whyNothing } from '../../../features/collect/notFetched';
import { failedOutput, outputOf } from '../../../features/collect/outputs';
import { askingItem, type JobGroup, readGroups } from '../../../features/collect/readGroups';
import { addCollectSummary } from '../../../features/collect/summary';
import { Problems } from '../../../features/quality/problems';
import { readCommonOptions } from '../../../form/commonOptions';
import { type ExecuteAll, runGroups } from '../../../form/operations';
import { withAdvice } from '../../../http/errors';

export { fields };

const NOTHING_LOST =
	'The node returned nothing. It changes nothing at the service: run it again to get every translation.';

/** Collects each job once, with one output per translation that is ready. */
export const executeAll: ExecuteAll = async function (client) {
	const { concurrency } = readCommonOptions(this);
	const slots = new Semaphore(concurrency);
	const { groups, unreadable } = await readGroups(this);
	const goOn = this.continueOnFail();
	const groupOf = new Map(groups.map((group) => [group.items[0]!, group]));
	const collected = new Map<JobGroup, FetchedJob<INodeExecutionData>>();
	const inOrder = new InOrder();
	const problems = new Problems(this);
	const merges = new Merges(this);

	const collectGroup = async (
		group: JobGroup,
		turn: Promise<void>,
	): Promise<INodeExecutionData[]> => {
		const own = client.forItem(group.items[0]!);
		const partial = goOn || !group.stop;
		const fetch = async (request: TranslationRequest) =>
			await fetchTranslation(this, own, group, request, problems);
		const { fetched, ...job } = await fetchJob(own, group, { fetch, slots, partial });
		if (merges.usesKnown) await turn;
		const result: FetchedJob<INodeExecutionData> = { ...job, fetched: [] };
		// In their order, because a delivery of an entry adds to those before it.
		for (const one of fetched) {
			await giveWay();
			const { request } = one;
			try {
				const output = await outputOf(this, merges, group, job.requests, one);
				result.fetched.push({ request, result: output });
			} catch (error) {
				// Texts that do not fit into their entry concern their translation alone.
				if (!partial || !(error instanceof InvalidInput)) throw error as Error;
				result.failed.push({ request, error });
			}
		}
		collected.set(group, result);
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
			? { output: await inOrder.run(async (turn) => await collectGroup(group, turn)) }
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

	const jobs = groups.flatMap((group) => {
		const result = collected.get(group);
		return result ? [{ group, result }] : [];
	});
	const nothing = goOn ? undefined : whyNothing(jobs);
	if (nothing) {
		const { group, request, error } = nothing;
		const item = askingItem(this, group, request) ?? group.items[0]!;
		throw withAdvice(toItemError(this.getNode(), error, item), NOTHING_LOST);
	}
	noteNotFetched(this, jobs);
	addCollectSummary(this, jobs);
	problems.addHint();
	merges.addHints();
	return outputs;
};
