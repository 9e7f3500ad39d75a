import { listed } from '../../../../l10n/counted';
import { InvalidInput } from '../../../../l10n/invalidInput';
import { shortenToBytes, utf8Length } from '../../../../l10n/names';
import { JOB_FIELDS, type JobFields } from '../../../api/jobs';
import { readQuotas } from '../../../api/quotas';
import type { Provider } from '../../../api/resources';
import type { Client } from '../../../http/client';
import { toMinute } from '../../../rules/dates';
import { checkJobName, LIMITS } from '../../../rules/limits';
import {
	type DocumentedQuotas,
	JOB_QUOTAS,
	type JobQuota,
	quotaExceeded,
} from '../../../rules/quotas';
import { digestOf, keyValuesOf, nodeDigest, type Part } from '../../../rules/runLabels';
import {
	assetCount,
	byIdentity,
	type ContentItem,
	fileCount,
	isSupportAsset,
	requestCount,
} from '../content';
import type { CheckedItems, CheckOptions } from './checkItems';
import { planKeyOf } from './planKey';

export interface PlanOptions extends CheckOptions {
	/** Empty to name the job after its content. */
	jobName: string;
	shortenNames: boolean;
	/** Empty to derive the run key. */
	ownKey: string;
	splitJobs: boolean;
}

export interface JobSlot extends Part {
	jobName: string;
}

/** Of a run that needs several, a part. */
export interface PlannedJob {
	slot: JobSlot;
	contentItems: ContentItem[];
}

/** What a run sends. Nothing has changed at the service yet. */
export interface Plan {
	/** Digest of the run key. Undefined if earlier runs do not matter. */
	digest?: string;
	contentDigest?: string;
	fields: JobFields;
	jobs: PlannedJob[];
	/** Undefined if nothing is submitted, or the provider cannot be read. */
	provider?: Provider;
	/** Empty unless the content was compared. */
	planKey: string;
}

export async function makePlan(
	client: Client,
	{ contentItems, contentDigest, provider }: CheckedItems,
	options: PlanOptions,
): Promise<Plan> {
	if (contentItems.every(isSupportAsset))
		throw new InvalidInput(
			'There is nothing to translate, only support assets',
			'Add at least one item with a file or texts to translate.',
		);
	const quotas = await readQuotas(client, (known) => fitIntoOneJob(contentItems, known));
	const groups = splitIntoJobs(contentItems, quotas, options.splitJobs);
	const jobName = options.jobName || nameAfter(client, contentItems);
	return {
		digest: runDigest(client, options, contentDigest),
		contentDigest,
		fields: options.fields,
		jobs: groups.map((group, index) => ({
			slot: slotFor({ ...options, jobName }, index + 1, groups.length),
			contentItems: group,
		})),
		provider,
		planKey: contentDigest ? planKeyOf(options, contentItems, contentDigest) : '',
	};
}

/** Leaves room for the count, the time and the number of a job. */
const FIRST_NAME_BYTES = 200;

/** Names differ from run to run. A later run finds the job by its labels. */
function nameAfter({ context }: Client, contentItems: readonly ContentItem[]): string {
	const names = contentItems
		.filter((item) => !isSupportAsset(item))
		.map(({ requestName }) => shortenToBytes(requestName, FIRST_NAME_BYTES));
	return `${listed(names, 1)}, ${toMinute(new Date(Date.now()), context.getTimezone())}`;
}

export function runDigest(
	{ context }: Client,
	{ ownKey, windowHours, providerId, fields }: PlanOptions,
	contentDigest: string | undefined,
): string | undefined {
	if (windowHours === 0) return undefined;
	if (ownKey !== '') return digestOf(['own key', ownKey]);
	return nodeDigest(context.getNode().id, [
		context.getWorkflow().id ?? null,
		providerId ?? null,
		keyValuesOf(JOB_FIELDS, fields),
		contentDigest,
	]);
}

function slotFor({ jobName, shortenNames }: PlanOptions, number: number, of: number): JobSlot {
	if (of === 1) return { number, of, jobName };
	const suffix = ` (${number}/${of})`;
	const base = shortenNames
		? shortenToBytes(jobName, LIMITS.jobNameBytes - utf8Length(suffix))
		: jobName;
	return { number, of, jobName: checkJobName(base + suffix) };
}

const COUNT: Record<JobQuota, (contentItems: readonly ContentItem[]) => number> = {
	MaxReqsPerJob: requestCount,
	MaxFilesPerJob: fileCount,
	MaxSupportAssetsPerJob: assetCount,
};

type Counts = Record<JobQuota, number>;

/** @param before - What the job holds without them. */
const countsOf = (contentItems: readonly ContentItem[], before?: Counts): Counts =>
	Object.fromEntries(
		JOB_QUOTAS.map((name) => [name, COUNT[name](contentItems) + (before?.[name] ?? 0)]),
	) as Counts;

const exceeded = (counts: Counts, quotas: DocumentedQuotas) =>
	JOB_QUOTAS.find((name) => counts[name] > quotas[name]);

const fitIntoOneJob = (contentItems: readonly ContentItem[], quotas: DocumentedQuotas) =>
	exceeded(countsOf(contentItems), quotas) === undefined;

/** Splits items into several jobs if one cannot hold them. Support assets go with every job. */
function splitIntoJobs(
	contentItems: readonly ContentItem[],
	quotas: DocumentedQuotas,
	maySplit: boolean,
): ContentItem[][] {
	const assets = contentItems.filter(isSupportAsset);
	const ofAssets = countsOf(assets);
	const cannotSplit = exceeded(ofAssets, quotas);
	const tooMany = cannotSplit ?? exceeded(countsOf(contentItems), quotas);
	if (!tooMany) return [[...contentItems]];
	if (!maySplit || cannotSplit) {
		const advice = cannotSplit
			? 'Send fewer of them.'
			: "Switch on the option 'Split Into Several Jobs', or send fewer items or languages at once.";
		throw quotaExceeded(tooMany, COUNT[tooMany](contentItems), quotas[tooMany], advice);
	}
	const jobs: ContentItem[][] = [[]];
	let counts = ofAssets;
	const toTranslate = contentItems.filter((contentItem) => !isSupportAsset(contentItem));
	for (const contentItem of toTranslate.sort(byIdentity)) {
		const least = countsOf([contentItem], ofAssets);
		const alone = exceeded(least, quotas);
		if (alone) {
			const withAssets = assets.length > 0;
			const advice = `Send this item with fewer languages${withAssets ? ' or support assets' : ''} at once.`;
			const job = `Even a job with only "${contentItem.requestName}"${withAssets ? ' and the support assets' : ''}`;
			throw quotaExceeded(alone, least[alone], quotas[alone], advice, job);
		}
		counts = countsOf([contentItem], counts);
		if (!exceeded(counts, quotas)) jobs.at(-1)!.push(contentItem);
		else {
			jobs.push([contentItem]);
			counts = least;
		}
	}
	return jobs.map((job) => [...job, ...assets]);
}
