import type { Rates } from '../../../rules/cost/rates';
import { InvalidInput } from '../../../rules/invalidInput';
import { formatCount } from '../../../rules/limits';
import type { Client } from '../../../transport/client';
import type { SendOptions } from '../claim/run';
import type { Plan } from '../plan/plan';
import { checkPlanKey } from '../plan/planKey';
import type { Amounts } from './amounts';
import { foreseeJobs } from './foresee';
import { amountsByLanguage, filesNotCounted, totalCost } from './languages';

/** What a sending must keep to. */
export interface Promises {
	/** Empty to send whatever comes. */
	planKey: string;
	maxWords?: number;
	/** In billionths. */
	maxCost?: bigint;
}

export const needsAmounts = ({ maxWords, maxCost }: Promises): boolean =>
	maxWords !== undefined || maxCost !== undefined;

/** Refuses what was not agreed. What an earlier run has begun, was agreed then. */
export async function keepPromises(
	client: Client,
	plan: Plan,
	options: SendOptions,
	{ promises, amounts, rates }: { promises: Promises; amounts?: Amounts; rates?: Rates },
): Promise<void> {
	if (promises.planKey === '' && !needsAmounts(promises)) return;
	const jobs = await foreseeJobs(client, plan, options);
	if (jobs.some(({ outcome }) => outcome !== 'created')) return;
	if (promises.planKey !== '') checkPlanKey(promises.planKey, plan.planKey);
	if (amounts) checkAmounts(promises, amounts, rates);
}

function checkAmounts({ maxWords, maxCost }: Promises, amounts: Amounts, rates?: Rates): void {
	const field = maxWords === undefined ? 'Max Cost' : 'Max Words';
	const [unknown] = filesNotCounted(amounts);
	if (unknown)
		throw new InvalidInput(
			`The words of "${unknown[0].requestName}" cannot be counted: the file ${unknown[1]}`,
			`Nothing was sent, because of '${field}'. Enter the number of words in 'Item Fields → Word Count', or remove '${field}'.`,
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
	if (cost > currency.toMinor(maxCost))
		throw new InvalidInput(
			`This would cost ${money(rates, cost)}; 'Max Cost' allows ${money(rates, currency.toMinor(maxCost))}`,
			'Nothing was sent. Send fewer items or languages at once, or raise the limit.',
			'Max Cost',
		);
}

export const money = ({ currency }: Rates, minor: bigint): string =>
	`${currency.format(minor)} ${currency.code}`.trim();
