import {
	type DocumentedQuotas,
	JOB_QUOTAS,
	type JobQuota,
	quotaExceeded,
} from '../../../rules/quotas';
import {
	assetCount,
	byIdentity,
	type ContentItem,
	fileCount,
	isSupportAsset,
	requestCount,
} from '../content';

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

/** How much more the fullest job could hold. */
export const roomIn = (
	jobs: ReadonlyArray<{ contentItems: readonly ContentItem[] }>,
	quotas: DocumentedQuotas,
): Counts =>
	Object.fromEntries(
		JOB_QUOTAS.map((name) => [
			name,
			quotas[name] - Math.max(0, ...jobs.map(({ contentItems }) => COUNT[name](contentItems))),
		]),
	) as Counts;

export const fitIntoOneJob = (contentItems: readonly ContentItem[], quotas: DocumentedQuotas) =>
	exceeded(countsOf(contentItems), quotas) === undefined;

/** Splits items into several jobs if one cannot hold them. Support assets go with every job. */
export function splitIntoJobs(
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
