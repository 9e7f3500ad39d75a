import { InvalidInput } from '../../rules/invalidInput';
import { LIMITS, type QuotaName } from '../../rules/limits';
import type { Quota } from '../readQuota';
import { type Piece, assetCount, fileCount, isSupportAsset, requestCount } from './piece';

type Counted = 'MaxReqsPerJob' | 'MaxFilesPerJob' | 'MaxSupportAssetsPerJob';

const COUNT: Record<Counted, { of: (pieces: readonly Piece[]) => number; what: string }> = {
	MaxReqsPerJob: { of: requestCount, what: 'requests' },
	MaxFilesPerJob: { of: fileCount, what: 'files' },
	MaxSupportAssetsPerJob: { of: assetCount, what: 'support assets' },
};
const NAMES = Object.keys(COUNT) as Counted[];

const limitOf = (quota: Quota, name: QuotaName) => quota[name] ?? LIMITS.quotas[name];
const exceeded = (pieces: readonly Piece[], quota: Quota) => NAMES.find((name) => COUNT[name].of(pieces) > limitOf(quota, name));
const number = (amount: number) => amount.toLocaleString('en-US');

/** A spelling of what a piece is, so that the same pieces are spread the same way in whatever order they come. */
const identity = ({ sourceNativeId, requestName, kind, targets }: Piece) => `${sourceNativeId} ${requestName} ${kind} ${[...targets].sort().join()}`;

/**
 * Spreads pieces over several jobs if one cannot hold them; refuses with the numbers if one must do.
 * Support assets go with every job.
 */
export function spreadOverJobs(pieces: readonly Piece[], quota: Quota, maySplit: boolean): Piece[][] {
	const assets = pieces.filter(isSupportAsset);
	const cannotSplit = exceeded(assets, quota);
	const tooMany = cannotSplit ?? exceeded(pieces, quota);
	if (!tooMany) return [[...pieces]];
	if (!maySplit || cannotSplit) {
		const { of, what } = COUNT[tooMany];
		throw new InvalidInput(
			`The job would have ${number(of(pieces))} ${what}, and a job may have ${number(limitOf(quota, tooMany))} (${tooMany})`,
			`${cannotSplit ? 'Send fewer of them' : 'Switch on the option "Split Into Several Jobs", or send fewer items or languages at once'}. Quotas can be raised on request.`,
			tooMany,
		);
	}
	const jobs: Piece[][] = [[]];
	const toTranslate = pieces.filter((piece) => !isSupportAsset(piece));
	for (const piece of toTranslate.sort((one, other) => (identity(one) < identity(other) ? -1 : 1))) {
		const least = [...assets, piece];
		const alone = exceeded(least, quota);
		if (alone) {
			throw new InvalidInput(
				`"${piece.requestName}" alone${assets.length > 0 ? ', with the support assets,' : ''} would make ${number(COUNT[alone].of(least))} ${COUNT[alone].what}, and a job may have ${number(limitOf(quota, alone))} (${alone})`,
				`Send this item with fewer languages${assets.length > 0 ? ' or support assets' : ''} at once.`,
				alone,
			);
		}
		const current = jobs.at(-1)!;
		if (exceeded([...assets, ...current, piece], quota)) jobs.push([piece]);
		else current.push(piece);
	}
	return jobs.map((job) => [...job, ...assets]);
}
