import type { Client } from '../../../http/client';
import { InvalidInput } from '../../../rules/invalidInput';
import { formatCount } from '../../../rules/limits';
import type { SendOptions } from '../claim/run';
import { isOpen } from '../jobProgress';
import type { Plan, PlanOptions } from '../plan/plan';
import { checkPlanKey } from '../plan/planKey';
import type { Settings } from '../settings';
import { type Amounts, amountsByLanguage, countItems, filesNotCounted, totalCost } from './amounts';
import type { Rates } from './cost';
import { foreseeJobs, type Foreseen } from './foresee';

/** What a sending must keep to. */
export interface Promises {
	/** Undefined to send whatever comes. An empty one is no plan. */
	planKey?: string;
	maxWords?: number;
	/** In billionths. */
	maxCost?: bigint;
}

export const needsAmounts = ({ maxWords, maxCost }: Promises): boolean =>
	maxWords !== undefined || maxCost !== undefined;

/** Refuses what was not agreed, before the first job is created. */
async function keepPromises(
	client: Client,
	plan: Plan,
	options: SendOptions & Pick<PlanOptions, 'ownKey'>,
	{ promises, amounts, rates }: { promises: Promises; amounts?: Amounts; rates?: Rates },
): Promise<void> {
	const { planKey } = promises;
	if (planKey === undefined && !needsAmounts(promises)) return;
	if (wasAgreed(await foreseeJobs(client, plan, options), options)) return;
	if (planKey !== undefined) checkPlanKey(planKey, plan.planKey);
	if (amounts && needsAmounts(promises)) checkAmounts(promises, amounts, rates);
}

/**
 * Nothing is sent, or the rest of what an earlier run has begun. A run key of one's own does not
 * say what that was.
 */
const wasAgreed = (jobs: readonly Foreseen[], { ownKey }: Pick<PlanOptions, 'ownKey'>): boolean =>
	!jobs.some(isOpen) || (ownKey === '' && jobs.some(({ outcome }) => outcome !== 'created'));

function checkAmounts({ maxWords, maxCost }: Promises, amounts: Amounts, rates?: Rates): void {
	const field = maxWords === undefined ? 'Max Cost' : 'Max Words';
	const [unknown] = filesNotCounted(amounts);
	if (unknown)
		throw new InvalidInput(
			`The words of "${unknown[0].requestName}" cannot be counted: the file ${unknown[1]}`,
			`Nothing was sent, because of '${field}'. Enter the number of words in 'Request Fields → Word Count', or remove '${field}'.`,
			field,
		);
	const languages = amountsByLanguage(amounts, rates);
	const words = languages.reduce((sum, language) => sum + language.words, 0);
	if (maxWords !== undefined && words > maxWords)
		throw new InvalidInput(
			`There are ${formatCount(words)} words to translate; 'Max Words' allows ${formatCount(maxWords)}`,
			'Nothing was sent. Send fewer items or languages at once, or raise the limit.',
			'Max Words',
		);
	if (maxCost === undefined || !rates) return;
	const withoutRate = languages.find(({ cost }) => cost === undefined);
	const cost = totalCost(languages);
	if (withoutRate || cost === undefined)
		throw new InvalidInput(
			`'Rates' has no rate for ${withoutRate?.language ?? 'a language'}`,
			'Nothing was sent. Add a row for this language, or one with * for all others.',
			'Rates',
		);
	const { currency } = rates;
	const limit = currency.roundDown(maxCost);
	if (cost > limit)
		throw new InvalidInput(
			`This would cost ${money(rates, cost)}; 'Max Cost' allows ${money(rates, limit)}`,
			'Nothing was sent. Send fewer items or languages at once, or raise the limit.',
			'Max Cost',
		);
}

export const money = ({ currency }: Rates, minor: bigint): string =>
	`${currency.format(minor)} ${currency.code}`.trim();

/** Counts words if somebody asks for them, and refuses what was not agreed. */
export async function countAndCheck(client: Client, plan: Plan, settings: Settings): Promise<void> {
	const { promises, rates, sendsWordCount } = settings;
	const items = [...new Set(plan.jobs.flatMap(({ contentItems }) => contentItems))];
	const amounts = sendsWordCount || needsAmounts(promises) ? await countItems(items) : undefined;
	await keepPromises(client, plan, settings, { promises, amounts, rates });
	if (sendsWordCount && amounts) fillWordCounts(amounts);
}

function fillWordCounts(amounts: Amounts): void {
	for (const [item, { words, notCounted }] of amounts)
		// 0 is the default of the field, and none.
		if (notCounted === undefined) item.wordCount ||= words;
}
