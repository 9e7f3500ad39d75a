import { InvalidInput } from '../../rules/invalidInput';
import { LIMITS, type QuotaName } from '../../rules/limits';
import type { Quota } from '../../rules/quotas';
import { type ContentItem, assetCount, fileCount, isSupportAsset, requestCount } from './contentItem';

type Counted = 'MaxReqsPerJob' | 'MaxFilesPerJob' | 'MaxSupportAssetsPerJob';

const COUNT: Record<Counted, { of: (contentItems: readonly ContentItem[]) => number; what: string }> = {
	MaxReqsPerJob: { of: requestCount, what: 'requests' },
	MaxFilesPerJob: { of: fileCount, what: 'files' },
	MaxSupportAssetsPerJob: { of: assetCount, what: 'support assets' },
};
const NAMES = Object.keys(COUNT) as Counted[];

const limitOf = (quota: Quota, name: QuotaName) => quota[name] ?? LIMITS.quotas[name];
const exceeded = (contentItems: readonly ContentItem[], quota: Quota) => NAMES.find((name) => COUNT[name].of(contentItems) > limitOf(quota, name));
const number = (amount: number) => amount.toLocaleString('en-US');

/** A spelling of what a content item is, so that the same content items are spread the same way in whatever order they come. */
const identity = ({ sourceNativeId, requestName, kind, targets }: ContentItem) => `${sourceNativeId} ${requestName} ${kind} ${[...targets].sort().join()}`;

/**
 * Spreads content items over several jobs if one cannot hold them; refuses with the numbers if one must do.
 * Support assets go with every job.
 */
export function splitIntoJobs(contentItems: readonly ContentItem[], quota: Quota, maySplit: boolean): ContentItem[][] {
	const assets = contentItems.filter(isSupportAsset);
	const cannotSplit = exceeded(assets, quota);
	const tooMany = cannotSplit ?? exceeded(contentItems, quota);
	if (!tooMany) return [[...contentItems]];
	if (!maySplit || cannotSplit) {
		const { of, what } = COUNT[tooMany];
		throw new InvalidInput(
			`The job would have ${number(of(contentItems))} ${what}, and a job may have ${number(limitOf(quota, tooMany))} (${tooMany})`,
			`${cannotSplit ? 'Send fewer of them' : 'Switch on the option "Split Into Several Jobs", or send fewer items or languages at once'}. Quotas can be raised on request.`,
			tooMany,
		);
	}
	const jobs: ContentItem[][] = [[]];
	const toTranslate = contentItems.filter((contentItem) => !isSupportAsset(contentItem));
	for (const contentItem of toTranslate.sort((one, other) => (identity(one) < identity(other) ? -1 : 1))) {
		const least = [...assets, contentItem];
		const alone = exceeded(least, quota);
		if (alone) {
			throw new InvalidInput(
				`"${contentItem.requestName}" alone${assets.length > 0 ? ', with the support assets,' : ''} would make ${number(COUNT[alone].of(least))} ${COUNT[alone].what}, and a job may have ${number(limitOf(quota, alone))} (${alone})`,
				`Send this item with fewer languages${assets.length > 0 ? ' or support assets' : ''} at once.`,
				alone,
			);
		}
		const current = jobs.at(-1)!;
		if (exceeded([...assets, ...current, contentItem], quota)) jobs.push([contentItem]);
		else current.push(contentItem);
	}
	return jobs.map((job) => [...job, ...assets]);
}
