import type { IExecuteFunctions } from 'n8n-workflow';

import { forEachConcurrent } from '../../../../shared/concurrency/forEachConcurrent';
import { checkItems } from '../../../../shared/service/send/plan/checkItems';
import type { Draft } from '../../../../shared/service/send/plan/identify';
import { makePlan, type Plan } from '../../../../shared/service/send/plan/plan';
import type { Client } from '../../../../shared/transport/client';
import { ChosenTexts } from './chosenTexts';
import type { Failures } from './failures';
import { readDrafts } from './readDrafts';
import type { Settings } from './settings';

/** Reads and checks everything before the first byte is sent. */
export async function planInput(
	context: IExecuteFunctions,
	client: Client,
	settings: Settings,
	failures: Failures,
): Promise<{ plan: Plan; chosen: ChosenTexts }> {
	const chosen = new ChosenTexts();
	const drafts = await readAll(context, client, settings, failures, chosen);
	failures.stopUnlessPartial();
	chosen.check({ isNothingElse: drafts.length === 0 });
	const checked = await checkItems(client, drafts, settings);
	failures.addAll(checked.refused);
	failures.stopUnlessPartial();
	if (checked.contentItems.length === 0) failures.stop();
	return { plan: await makePlan(client, checked, settings), chosen };
}

async function readAll(
	context: IExecuteFunctions,
	client: Client,
	{ concurrency }: Settings,
	failures: Failures,
	chosen: ChosenTexts,
): Promise<Draft[]> {
	const drafts: Draft[][] = [];
	const read = async (_: unknown, itemIndex: number) => {
		try {
			drafts[itemIndex] = await readDrafts(context, itemIndex, chosen);
		} catch (error) {
			failures.add({ itemIndex }, error);
		}
	};
	const goOn = () => !client.cancelSignal?.aborted;
	await forEachConcurrent(context.getInputData(), concurrency, read, goOn);
	return drafts.flat();
}
