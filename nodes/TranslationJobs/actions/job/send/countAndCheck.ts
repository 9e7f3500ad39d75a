import type { Plan } from '../../../../shared/service/send/plan/plan';
import { type Amounts, countItems } from '../../../../shared/service/send/preview/amounts';
import { keepPromises, needsAmounts } from '../../../../shared/service/send/preview/keepPromises';
import type { Client } from '../../../../shared/transport/client';
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
