import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { Rates } from '../../../../shared/rules/cost/rates';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import { type Amounts, countItems } from '../../../../shared/service/send/preview/amounts';
import { countCalls } from '../../../../shared/service/send/preview/calls';
import { foreseeJobs } from '../../../../shared/service/send/preview/foresee';
import type { JobProgress } from '../../../../shared/service/send/jobProgress';
import { roomIn } from '../../../../shared/service/send/plan/splitIntoJobs';
import { readQuotas } from '../../../../shared/service/quotas';
import type { Client } from '../../../../shared/transport/client';
import { type FailedItem, Failures } from '../send/failures';
import type { KnownWords } from '../send/knownEntries';
import { planInput, type PlannedInput } from '../send/plan';
import { readSendSettings, type Settings } from '../send/settings';

/** Without an item if the whole run is refused. */
export type Refused = Partial<FailedItem> & Pick<FailedItem, 'reason'>;

/** What Send would do with the input. */
export interface Preview {
	settings: Settings;
	outcome: JobProgress['outcome'] | 'nothingNew' | 'refused';
	jobs: JobProgress[];
	planKey: string;
	amounts: Amounts;
	rates?: Rates;
	known: KnownWords;
	calls: number;
	/** At the rate of the credential. */
	seconds: number;
	roomLeft: Record<string, number>;
	refused: Refused[];
}

export async function previewInput(context: IExecuteFunctions, client: Client): Promise<Preview> {
	const settings = {
		...(await readSendSettings(context, client)),
		anyNode: true,
		isPlanned: true,
	};
	const { rates } = settings;
	const failures = new Failures(context, { partial: true });
	const { plan, known, refusal } = await planOrRefuse(context, client, settings, failures);
	const jobs = plan ? await foreseeJobs(client, plan, settings) : [];
	for (const job of jobs) failures.addAll(job.failures);
	const refused = [...(refusal ? [refusal] : []), ...failures.list];
	const items = jobs.flatMap(({ contentItems }) => contentItems);
	const outcome = outcomeOf(jobs, refused.length > 0 && !(plan && context.continueOnFail()));
	// Send reads what was read here, and then writes.
	const calls = client.session.callCount + countCalls(jobs, plan, settings);
	return {
		settings,
		outcome,
		jobs,
		planKey: outcome === 'refused' ? '' : (plan?.planKey ?? ''),
		amounts: await countItems(items),
		rates,
		known: (await known?.words()) ?? { known: 0, inTranslation: 0 },
		calls,
		seconds: Math.ceil(calls / client.session.requestsPerSecond),
		roomLeft: roomIn(jobs, await readQuotas(client)),
		refused: [...refused, ...(known?.leftOut ?? [])],
	};
}

/** What Send refuses before it sends anything belongs to the preview. Other errors do not. */
async function planOrRefuse(
	context: IExecuteFunctions,
	client: Client,
	settings: Settings,
	failures: Failures,
): Promise<Partial<PlannedInput> & { refusal?: Refused }> {
	try {
		return await planInput(context, client, settings, failures);
	} catch (error) {
		if (error instanceof InvalidInput) return { refusal: { reason: error.message } };
		if (error instanceof NodeOperationError && failures.list.length > 0) return {};
		throw error as Error;
	}
}

/** Of several jobs, the one of which most is left to do. */
function outcomeOf(jobs: readonly JobProgress[], isRefused: boolean): Preview['outcome'] {
	if (isRefused) return 'refused';
	const outcomes = jobs.map(({ outcome }) => outcome);
	if (outcomes.length === 0) return 'nothingNew';
	return (['created', 'continued'] as const).find((one) => outcomes.includes(one)) ?? 'alreadySent';
}
