import type { IExecuteFunctions } from 'n8n-workflow';

import { counted } from '../../../l10n/counted';
import { forEachConcurrent } from '../../core/concurrency';
import { hintOnce } from '../../core/notices';
import type { Client } from '../../http/client';
import { AllSkipped } from '../../rules/languages/resolveLanguage';
import { ChosenTexts } from './chosenTexts';
import { isSupportAsset } from './content';
import { KnownEntries } from './known/knownEntries';
import { checkItems } from './plan/checkItems';
import type { Failures } from './plan/failures';
import type { Draft } from './plan/identify';
import { makePlan, type Plan } from './plan/plan';
import { readDrafts } from './readDrafts';
import type { Settings } from './settings';

export interface PlannedInput {
	/** Undefined if nothing is new. */
	plan?: Plan;
	chosen: ChosenTexts;
	known: KnownEntries;
}

/** Reads and checks everything before the first byte is sent. */
export async function planInput(
	context: IExecuteFunctions,
	client: Client,
	settings: Settings,
	failures: Failures,
): Promise<PlannedInput> {
	const chosen = new ChosenTexts();
	const known = new KnownEntries();
	const skipped: AllSkipped[] = [];
	const others = await readAll(context, client, settings, failures, { chosen, known, skipped });
	failures.stopUnlessPartial();
	if (skipped[0] && skipped.length === context.getInputData().length) throw skipped[0];
	if (skipped.length > 0)
		hintOnce(
			context,
			'skipped items',
			`${counted(skipped.length, 'item')} left out: no other target language remains for ${skipped.length === 1 ? 'it' : 'them'}.`,
		);
	chosen.check({
		isNothingElse: others.length === 0 && !known.isUsed,
		wasFound: (path) => known.hasPath(path),
	});
	if (others.every(isSupportAsset)) known.refuseIfUnusable();
	const refuse = (itemIndex: number, error: unknown) => failures.add({ itemIndex }, error);
	const drafts = [...others, ...(await known.drafts(client, settings, others, refuse))];
	failures.stopUnlessPartial();
	// A support asset alone is nothing new.
	if (known.isUsed && drafts.every(isSupportAsset)) return { chosen, known };
	const checked = await checkItems(client, drafts, settings);
	failures.addAll(checked.refused);
	failures.stopUnlessPartial();
	if (checked.contentItems.length === 0) failures.stop();
	return { plan: await makePlan(client, checked, settings), chosen, known };
}

async function readAll(
	context: IExecuteFunctions,
	client: Client,
	{ concurrency }: Settings,
	failures: Failures,
	{ chosen, known, skipped }: Pick<PlannedInput, 'chosen' | 'known'> & { skipped: AllSkipped[] },
): Promise<Draft[]> {
	const drafts: Draft[][] = [];
	const read = async (_: unknown, itemIndex: number) => {
		try {
			drafts[itemIndex] = await readDrafts(context, itemIndex, chosen, known);
		} catch (error) {
			if (error instanceof AllSkipped && error.field === 'Target Languages') skipped.push(error);
			else failures.add({ itemIndex }, error);
		}
	};
	const goOn = () => !client.cancelSignal?.aborted;
	await forEachConcurrent(context.getInputData(), concurrency, read, goOn);
	return drafts.flat();
}
