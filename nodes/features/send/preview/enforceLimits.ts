import { formatCount } from '../../../../l10n/counted';
import { InvalidInput } from '../../../../l10n/invalidInput';
import type { Client } from '../../../http/client';
import type { SendOptions } from '../claim/run';
import type { Plan, PlanOptions } from '../plan/plan';
import { checkPlanKey } from '../plan/planKey';
import { type Amounts, amountsByLanguage, countItems, filesNotCounted, totalCost } from './amounts';
import type { Rates } from './cost';
import { type DryRun, dryRun } from './dryRun';

export interface Limits {
	/** Undefined for no limit. An empty one is refused. */
	planKey?: string;
	maxWords?: number;
	/** In billionths. */
	maxCost?: bigint;
}

export interface LimitOptions extends SendOptions, Pick<PlanOptions, 'ownKey'> {
	limits: Limits;
	rates?: Rates;
	/** Sends counted words for items without 'Word Count'. */
	sendsWordCount: boolean;
}

export const needsAmounts = ({ maxWords, maxCost }: Limits): boolean =>
	maxWords !== undefined || maxCost !== undefined;

/**
 * Nothing is sent, or only what an earlier run has made or the rest of it, which was checked then. A run key that the
 * user enters says nothing about the content of that run.
 */
const wasAgreed = (jobs: readonly DryRun[], { ownKey }: Pick<PlanOptions, 'ownKey'>): boolean =>
	jobs.every(({ end }) => end !== 'toSend') ||
	(ownKey === '' && jobs.some((job) => job.end !== 'givenUp' && job.outcome !== 'created'));

function checkAmounts({ maxWords, maxCost }: Limits, amounts: Amounts, rates?: Rates): void {
	const field = maxWords === undefined ? 'Max Cost' : 'Max Words';
	const [unknown] = filesNotCounted(amounts);
	if (unknown)
		throw new InvalidInput(
			`The words of "${unknown[0].requestName}" cannot be counted: the file ${unknown[1]}`,
			`Nothing was sent, because of '${field}'. Enter the number of words in 'Request Fields → Word Count', or remove '${field}'.`,
		);
	const languages = amountsByLanguage(amounts, rates);
	const words = languages.reduce((sum, language) => sum + language.words, 0);
	if (maxWords !== undefined && words > maxWords)
		throw new InvalidInput(
			`There are ${formatCount(words)} words to translate; 'Max Words' allows ${formatCount(maxWords)}`,
			'Nothing was sent. Send fewer items or languages at once, or raise the limit.',
		);
	if (maxCost === undefined || !rates) return;
	const withoutRate = languages.find(({ cost }) => cost === undefined);
	const cost = totalCost(languages);
	if (withoutRate || cost === undefined)
		throw new InvalidInput(
			`'Rates' has no rate for ${withoutRate?.language ?? 'a language'}`,
			'Nothing was sent. Add a row for this language, or one with * for all others.',
		);
	const { currency } = rates;
	const limit = currency.roundDown(maxCost);
	if (cost > limit)
		throw new InvalidInput(
			`This would cost ${money(rates, cost)}; 'Max Cost' allows ${money(rates, limit)}`,
			'Nothing was sent. Send fewer items or languages at once, or raise the limit.',
		);
}

export const money = ({ currency }: Rates, minor: bigint): string =>
	`${currency.format(minor)} ${currency.code}`.trim();

/**
 * Counts words where a limit or an option needs them, and refuses a run beyond its limits before the
 * first job is created.
 */
export async function countAndCheck(
	client: Client,
	plan: Plan,
	options: LimitOptions,
): Promise<void> {
	const { limits, rates, sendsWordCount } = options;
	const { planKey } = limits;
	const isLimited = needsAmounts(limits);
	const items = [...new Set(plan.jobs.flatMap(({ contentItems }) => contentItems))];
	const amounts: Amounts = sendsWordCount || isLimited ? await countItems(items) : new Map();
	if (planKey !== undefined || isLimited) {
		const isAgreed = wasAgreed(await dryRun(client, plan, options), options);
		if (!isAgreed && planKey !== undefined) checkPlanKey(planKey, plan.planKey);
		if (!isAgreed && isLimited) checkAmounts(limits, amounts, rates);
	}
	if (!sendsWordCount) return;
	for (const [item, { words, notCounted }] of amounts)
		// 0 is the default of the field and means no number.
		if (notCounted === undefined) item.wordCount ||= words;
}
