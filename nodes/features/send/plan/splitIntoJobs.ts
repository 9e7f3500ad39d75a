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

const exceeded = (contentItems: readonly ContentItem[], quotas: DocumentedQuotas) =>
	JOB_QUOTAS.find((name) => COUNT[name](contentItems) > quotas[name]);

/** How much more the fullest job could hold. */
export const roomIn = (
	jobs: ReadonlyArray<{ contentItems: readonly ContentItem[] }>,
	quotas: DocumentedQuotas,
): Record<JobQuota, number> =>
	Object.fromEntries(
		JOB_QUOTAS.map((name) => [
			name,
			quotas[name] - Math.max(0, ...jobs.map(({ contentItems }) => COUNT[name](contentItems))),
		]),
	) as Record<JobQuota, number>;

export const fitIntoOneJob = (contentItems: readonly ContentItem[], quotas: DocumentedQuotas) =>
	exceeded(contentItems, quotas) === undefined;

/** Splits items into several jobs if one cannot hold them. Support assets go with every job. */
export function splitIntoJobs(
	contentItems: readonly ContentItem[],
	quotas: DocumentedQuotas,
	maySplit: boolean,
): ContentItem[][] {
	const assets = contentItems.filter(isSupportAsset);
	const cannotSplit = exceeded(assets, quotas);
	const tooMany = cannotSplit ?? exceeded(contentItems, quotas);
	if (!tooMany) return [[...contentItems]];
	if (!maySplit || cannotSplit) {
		const advice = cannotSplit
			? 'Send fewer of them.'
			: "Switch on the option 'Split Into Several Jobs', or send fewer items or languages at once.";
		throw quotaExceeded(tooMany, COUNT[tooMany](contentItems), quotas[tooMany], advice);
	}
	const jobs: ContentItem[][] = [[]];
	const toTranslate = contentItems.filter((contentItem) => !isSupportAsset(contentItem));
	for (const contentItem of toTranslate.sort(byIdentity)) {
		const least = [...assets, contentItem];
		const alone = exceeded(least, quotas);
		if (alone) {
			const withAssets = assets.length > 0;
			const advice = `Send this item with fewer languages${withAssets ? ' or support assets' : ''} at once.`;
			const job = `Even a job with only "${contentItem.requestName}"${withAssets ? ' and the support assets' : ''}`;
			throw quotaExceeded(alone, COUNT[alone](least), quotas[alone], advice, job);
		}
		const current = jobs.at(-1)!;
		if (exceeded([...assets, ...current, contentItem], quotas)) jobs.push([contentItem]);
		else current.push(contentItem);
	}
	return jobs.map((job) => [...job, ...assets]);
}
