import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { InvalidInput } from '../../../../l10n/invalidInput';
import { ofFirstItem } from '../../../core/errors';
import { hideSecretsDeep } from '../../../core/redact';
import type { Client } from '../../../http/client';
import type { ChosenTexts } from '../chosenTexts';
import type { SentJob } from '../claim/run';
import { isSupportAsset } from '../content';
import type { KnownWords } from '../known/knownEntries';
import { type FailedItem, Failures, RunRefused } from '../plan/failures';
import { planInput, type PlannedInput } from '../planItems';
import { readSendSettings, type Settings } from '../settings';
import { type Amounts, countItems } from './amounts';
import type { Rates } from './cost';
import { type DryRun, dryRun, type ToSend } from './dryRun';

/** Without an item if the whole run is refused. */
export type Refused = Partial<FailedItem> & Pick<FailedItem, 'reason'>;

type PreviewedJob = SentJob | ToSend;

/** What Send would do with the input. */
export interface Preview {
	settings: Settings;
	outcome: SentJob['outcome'] | 'nothingNew' | 'refused';
	jobs: PreviewedJob[];
	provider?: string;
	planKey: string;
	amounts: Amounts;
	rates?: Rates;
	chosen?: ChosenTexts;
	known: KnownWords;
	warnings: string[];
	refused: Refused[];
}

export async function makePreview(context: IExecuteFunctions, client: Client): Promise<Preview> {
	const settings = {
		...(await ofFirstItem(context, () => readSendSettings(context))),
		anyNode: true,
		isPlanned: true,
		partial: true,
	};
	const failures = new Failures(context, settings);
	const { plan, chosen, known, found, stop } = await planAndDryRun(
		context,
		client,
		settings,
		failures,
	);
	const jobs = found.flatMap((job): PreviewedJob[] => {
		if (job.end === 'toSend') return [job];
		failures.addAll(job.failures);
		return job.end === 'sent' ? [withoutFailures(job)] : [];
	});
	const refused = [...(stop?.refusal ?? []), ...failures.list];
	const isLeft =
		found.length === 0 || jobs.some(({ contentItems }) => !contentItems.every(isSupportAsset));
	const goesOn = refused.length === 0 || (context.continueOnFail() && isLeft);
	const outcome = stop || !goesOn ? 'refused' : outcomeOf(jobs);
	return {
		settings,
		outcome,
		jobs,
		provider: plan?.provider?.providerName ?? settings.providerId,
		planKey: SENDS.includes(outcome) ? (plan?.planKey ?? '') : '',
		amounts: await countItems(jobs.flatMap(({ contentItems }) => contentItems)),
		rates: settings.rates,
		chosen,
		known: (await known?.words()) ?? { known: 0, inTranslation: 0 },
		warnings: known?.warnings({ isSentBefore: outcome === 'alreadySent' }) ?? [],
		refused: hideSecretsDeep(context, [...refused, ...(known?.leftOut ?? [])]),
	};
}

/** Only these send anything, so only they have a plan. */
const SENDS: ReadonlyArray<Preview['outcome']> = ['created', 'continued'];

interface Found extends Partial<PlannedInput> {
	found: DryRun[];
	/** Nothing would be sent. Without a refusal, the items say why. */
	stop?: { refusal: Refused[] };
}

/** What Send refuses before it sends anything belongs to the preview. Other errors do not. */
async function planAndDryRun(
	context: IExecuteFunctions,
	client: Client,
	settings: Settings,
	failures: Failures,
): Promise<Found> {
	let planned: Partial<PlannedInput> = {};
	try {
		planned = await planInput(context, client, settings, failures);
		const { plan } = planned;
		return { ...planned, found: plan ? await dryRun(client, plan, settings) : [] };
	} catch (error) {
		if (error instanceof InvalidInput || error instanceof RunRefused)
			return { ...planned, found: [], stop: { refusal: [{ reason: error.message }] } };
		if (error instanceof NodeOperationError && failures.list.length > 0)
			return { found: [], stop: { refusal: [] } };
		throw error as Error;
	}
}

const withoutFailures = (job: SentJob): SentJob => ({
	...job,
	contentItems: job.contentItems.filter((item) => !job.failures.has(item)),
});

/** Of several jobs, the outcome of the one that needs most work. */
function outcomeOf(jobs: readonly PreviewedJob[]): Preview['outcome'] {
	const outcomes = jobs.map(({ outcome }) => outcome);
	if (outcomes.length === 0) return 'nothingNew';
	return (['created', 'continued'] as const).find((one) => outcomes.includes(one)) ?? 'alreadySent';
}
