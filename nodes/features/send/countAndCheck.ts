import type { Client } from '../../http/client';
import type { Plan } from './plan/plan';
import { type Amounts, countItems } from './preview/amounts';
import { keepPromises, needsAmounts } from './preview/keepPromises';
import type { Settings } from './settings';

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
