import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { requestDeliveryKey } from '../../../api/deliveryKey';
import { downloadTranslation } from '../../../api/files/downloadTranslation';
import { inlineTexts, withContent } from '../../../api/inlineTexts';
import type { TranslationRequest } from '../../../api/resources';
import { requireTranslatedContent } from '../../../api/translatedContent';
import { perRun } from '../../../core/caches';
import { Semaphore } from '../../../core/concurrency';
import { toErrorOutput, toItemError } from '../../../core/errors';
import { type ItemResult, leftByEarlierTries } from '../../../core/retryOnFail';
import { type FetchedJob, fetchJob } from '../../../features/collect/fetchJob';
import { properties } from '../../../features/collect/fields';
import { type CollectedJob, failedSteps, finishGroup } from '../../../features/collect/finishGroup';
import { mergeEntry } from '../../../features/collect/mergeEntry';
import { noteNotFetched, whyNothing } from '../../../features/collect/notFetched';
import { askingItem, type JobGroup, readGroups } from '../../../features/collect/readGroups';
import { addCollectSummary } from '../../../features/collect/summary';
import { Problems } from '../../../features/quality/problems';
import { FINISHED_TRANSLATION, TRANSLATION } from '../../../form/columns';
import { readCommonOptions } from '../../../form/commonOptions';
import { readIdleMs } from '../../../form/fileFields';
import { runGroups } from '../../../form/runItems';
import { shape } from '../../../form/simplify';
import type { Client } from '../../../http/client';
import { withAdvice } from '../../../http/errors';

export const description = properties;

const NOTHING_LOST =
	'The node returned nothing and changed nothing at the service. Run it again to get every translation.';

/**
 * Collects each job once, with one output per translation that is ready. Fetches everything before
 * it approves or completes anything, because a failure discards all outputs.
 */
export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const { concurrency } = readCommonOptions(this);
	const slots = new Semaphore(concurrency);
	const { groups, unreadable } = readGroups(this);
	const goOn = this.continueOnFail();
	const groupOf = new Map(groups.map((group) => [group.items[0]!, group]));
	const fetched = new Map<JobGroup, FetchedJob<INodeExecutionData>>();
	const problems = new Problems(this);

	const earlier = (group: JobGroup) =>
		leftByEarlierTries<CollectedJob>(this, group.items[0]!, 'collected');

	const fetchGroup = async (group: JobGroup): Promise<INodeExecutionData[]> => {
		const own = client.forItem(group.items[0]!);
		const options = {
			...group,
			slots,
			partial: goOn || !group.stop,
			fetch: async (request: TranslationRequest, listed: Promise<readonly TranslationRequest[]>) =>
				await fetchTranslation(this, own, group, request, listed, problems),
		};
		const result = await fetchJob(own, group.jobId, options, earlier(group)[0]?.result);
		fetched.set(group, result);
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
			? { output: await fetchGroup(group) }
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
		const result = fetched.get(group);
		return result ? [{ group, result }] : [];
	});
	const nothing = goOn ? undefined : whyNothing(results);
	if (nothing) {
		const { group, request, error } = nothing;
		const item = askingItem(this, group, request) ?? group.items[0]!;
		throw withAdvice(toItemError(this.getNode(), error, item), NOTHING_LOST);
	}
	const restOf = noteNotFetched(this, results);
	const jobs = await Promise.all(
		results.map(async ({ group, result }) => {
			const [before] = earlier(group);
			const rest = restOf(group.jobId);
			const job = await finishGroup(client, slots, group, result, rest, before?.finished);
			earlier(group)[0] = job;
			return job;
		}),
	);
	addCollectSummary(this, jobs);
	problems.addHint();
	return outputs.length > 0 ? outputs : failedSteps(this, jobs);
}

async function fetchTranslation(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	request: TranslationRequest,
	listed: Promise<readonly TranslationRequest[]>,
	problems: Problems,
): Promise<INodeExecutionData> {
	const { jobId, requestId } = request;
	const whole = await withContent(client, request);
	const columns = group.approve || group.complete ? FINISHED_TRANSLATION : TRANSLATION;
	const json = { deliveryKey: requestDeliveryKey(request), ...request };
	const pairedItem = pairingOf(context, group, request);
	if ((whole.sourceContentId || inlineTexts(whole)) && !whole.fileId) {
		const { content, fields } = await requireTranslatedContent(client, jobId, requestId);
		const readSent = async (reader: Client) => ({
			request: whole,
			source: await problems.sent.of(reader, whole),
		});
		const merged = await mergeEntry(context, group, whole, listed, async () => ({
			...(await readSent(client)),
			translated: fields,
		}));
		const found = await problems.compareIfReadable(
			async () => await readSent(client.forProbe()),
			fields,
			group.checks,
		);
		const shown = 'entry' in merged ? columns.entry : columns.texts;
		return {
			json: shape({ ...json, ...merged, content, ...found }, shown, group.output),
			pairedItem,
		};
	}
	const file = await downloadTranslation(context, client, jobId, requestId, {
		request,
		idleMs: readIdleMs(context, group.items[0]!),
		pattern: group.pattern,
	});
	const { binary, ...facts } = file;
	const found = await problems.compareFile(client, whole, file, group.checks);
	return {
		json: shape({ ...json, ...facts, ...found }, columns.file, group.output),
		binary: { [group.field]: binary },
		pairedItem,
	};
}

/** One list for all translations of a group: n8n stores each list once. */
const allOf = perRun(() => [] as IPairedItemData[]);

function pairingOf(context: IExecuteFunctions, group: JobGroup, request: TranslationRequest) {
	const item = askingItem(context, group, request);
	if (item !== undefined) return { item };
	const all = allOf(group);
	if (all.length === 0) all.push(...group.items.map((each) => ({ item: each })));
	return all;
}

function failedOutput(
	context: IExecuteFunctions,
	group: JobGroup,
	request: TranslationRequest,
	error: unknown,
): INodeExecutionData {
	const output = toErrorOutput(
		context,
		toItemError(context.getNode(), error, group.items[0]!),
		group.items[0]!,
	);
	const { error: message, description: advice } = output.json;
	return {
		...output,
		json: {
			...shape(request, TRANSLATION.file, group.output),
			error: message,
			description: advice,
		},
		pairedItem: pairingOf(context, group, request),
	};
}
