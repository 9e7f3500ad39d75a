import type { IExecuteFunctions } from 'n8n-workflow';

import { forEachConcurrent } from '../../../../shared/concurrency/forEachConcurrent';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import { checkJobName, LIMITS } from '../../../../shared/rules/limits';
import { shortenToBytes, utf8Length } from '../../../../shared/rules/names';
import { findProvider } from '../../../../shared/service/jobs/submissionCheck';
import { readQuotas } from '../../../../shared/service/quotas';
import { checkProvider } from '../../../../shared/service/send/checkProvider';
import { findDuplicates } from '../../../../shared/service/send/compare';
import { type ContentItem, isSupportAsset } from '../../../../shared/service/send/contentItem';
import { type Draft, identify } from '../../../../shared/service/send/identify';
import { type JobSlot, newRun, type Run } from '../../../../shared/service/send/run';
import { digestOf } from '../../../../shared/service/send/runKey';
import { splitIntoJobs } from '../../../../shared/service/send/splitIntoJobs';
import type { Client } from '../../../../shared/transport/client';
import { ChosenTexts } from './chosenTexts';
import type { Failures } from './failures';
import { readDrafts } from './readDrafts';
import type { Settings } from './readSettings';

export interface Plan {
	run: Run;
	jobs: Array<{ slot: JobSlot; contentItems: ContentItem[] }>;
	/** Undefined if nothing is submitted, or the provider cannot be read. */
	providerName?: string;
	chosen: ChosenTexts;
}

/** Reads and checks everything before the first byte is sent. */
export async function makePlan(
	context: IExecuteFunctions,
	client: Client,
	settings: Settings,
	failures: Failures,
): Promise<Plan> {
	const goOn = () => !client.cancelSignal?.aborted;
	const chosen = new ChosenTexts();
	const drafts = await readAll(context, settings, failures, chosen, goOn);
	failures.stopUnlessPartial();
	chosen.check({ isNothingElse: drafts.length === 0 });

	const forKey = settings.windowHours > 0;
	const { contentItems: identified, contentDigest } = await identify(drafts, {
		concurrency: settings.concurrency,
		forKey,
		goOn,
	});
	if (!goOn()) failures.stop('The execution was cancelled');
	let contentItems = failures.without(identified, findDuplicates(identified));
	const provider =
		settings.providerId === undefined ? undefined : await findProvider(client, settings.providerId);
	if (provider)
		contentItems = failures.without(
			contentItems,
			checkProvider(provider, contentItems, settings.fields.extendedMetadata),
		);
	failures.stopUnlessPartial();
	if (contentItems.length === 0) failures.stop();
	if (contentItems.every(isSupportAsset))
		throw new InvalidInput(
			'There is nothing to translate, only support assets',
			'Add at least one item with a file or texts to translate.',
			'What to Translate',
		);

	const groups = splitIntoJobs(contentItems, await readQuotas(client), settings.splitJobs);
	const run = newRun({
		digest: runDigest(context, settings, contentDigest),
		content: contentDigest,
		fields: settings.fields,
		windowHours: settings.windowHours,
		leaseMs: settings.leaseMs,
		waitMs: settings.otherRunWaitMs,
	});
	return {
		run,
		providerName: provider?.providerName,
		chosen,
		jobs: groups.map((group, index) => ({
			contentItems: group,
			slot: slotFor(settings, index + 1, groups.length),
		})),
	};
}

async function readAll(
	context: IExecuteFunctions,
	{ concurrency }: Settings,
	failures: Failures,
	chosen: ChosenTexts,
	goOn: () => boolean,
): Promise<Draft[]> {
	const drafts: Draft[][] = [];
	const read = async (_: unknown, itemIndex: number) => {
		try {
			drafts[itemIndex] = await readDrafts(context, itemIndex, chosen);
		} catch (error) {
			failures.add({ itemIndex }, error);
		}
	};
	await forEachConcurrent(context.getInputData(), concurrency, read, goOn);
	return drafts.flat();
}

/** Job name, description and due date often contain the time of the run, so they do not count. */
function runDigest(
	context: IExecuteFunctions,
	{ ownKey, windowHours, providerId, fields }: Settings,
	contentDigest: string | undefined,
): string | undefined {
	if (windowHours === 0) return undefined;
	if (ownKey !== '') return digestOf(['own key', ownKey]);
	const { poReference, shouldQuote, serviceType, customData, extendedMetadata, labels } = fields;
	const job = [
		poReference ?? null,
		shouldQuote ?? null,
		serviceType ?? null,
		customData ?? null,
		extendedMetadata ?? null,
		labels ?? null,
	];
	return digestOf([
		context.getWorkflow().id ?? null,
		context.getNode().id,
		providerId ?? null,
		job,
		contentDigest,
	]);
}

function slotFor({ jobName, shortenNames }: Settings, number: number, of: number): JobSlot {
	if (of === 1) return { number, of, jobName };
	const suffix = ` (${number}/${of})`;
	const base = shortenNames
		? shortenToBytes(jobName, LIMITS.jobNameBytes - utf8Length(suffix))
		: jobName;
	return { number, of, jobName: checkJobName(base + suffix) };
}
