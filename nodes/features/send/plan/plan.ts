import { InvalidInput } from '../../../../l10n/invalidInput';
import { shortenToBytes, utf8Length } from '../../../../l10n/names';
import { JOB_FIELDS, type JobFields } from '../../../api/jobs';
import { readQuotas } from '../../../api/quotas';
import type { Provider } from '../../../api/resources';
import type { Client } from '../../../http/client';
import { toMinute } from '../../../rules/dates';
import { checkJobName, LIMITS } from '../../../rules/limits';
import { digestOf, keyValuesOf, nodeDigest, type Part } from '../../../rules/runLabels';
import { type ContentItem, isSupportAsset } from '../content';
import type { CheckedItems, CheckOptions } from './checkItems';
import { planKeyOf } from './planKey';
import { fitIntoOneJob, splitIntoJobs } from './splitIntoJobs';

export interface PlanOptions extends CheckOptions {
	/** Empty to name the job after its content. */
	jobName: string;
	shortenNames: boolean;
	/** Empty to derive the run key. */
	ownKey: string;
	splitJobs: boolean;
}

export interface JobSlot extends Part {
	jobName: string;
}

/** Of a run that needs several, a part. */
export interface PlannedJob {
	slot: JobSlot;
	contentItems: ContentItem[];
}

/** What a run sends. Nothing has changed at the service yet. */
export interface Plan {
	/** Digest of the run key. Undefined if earlier runs do not matter. */
	digest?: string;
	contentDigest?: string;
	fields: JobFields;
	jobs: PlannedJob[];
	/** Undefined if nothing is submitted, or the provider cannot be read. */
	provider?: Provider;
	/** Empty unless the content was compared. */
	planKey: string;
}

export async function makePlan(
	client: Client,
	{ contentItems, contentDigest, provider }: CheckedItems,
	options: PlanOptions,
): Promise<Plan> {
	if (contentItems.every(isSupportAsset))
		throw new InvalidInput(
			'There is nothing to translate, only support assets',
			'Add at least one item with a file or texts to translate.',
		);
	const quotas = await readQuotas(client, (known) => fitIntoOneJob(contentItems, known));
	const groups = splitIntoJobs(contentItems, quotas, options.splitJobs);
	const jobName = options.jobName || nameAfter(client, contentItems);
	return {
		digest: runDigest(client, options, contentDigest),
		contentDigest,
		fields: options.fields,
		jobs: groups.map((group, index) => ({
			slot: slotFor({ ...options, jobName }, index + 1, groups.length),
			contentItems: group,
		})),
		provider,
		planKey: contentDigest ? planKeyOf(options, contentItems, contentDigest) : '',
	};
}

/** Leaves room for the count, the time and the number of a job. */
const FIRST_NAME_BYTES = 200;

/** Names differ from run to run. A later run finds the job by its labels. */
function nameAfter({ context }: Client, contentItems: readonly ContentItem[]): string {
	const [first, ...others] = contentItems.filter((item) => !isSupportAsset(item));
	const name = shortenToBytes(first?.requestName ?? '', FIRST_NAME_BYTES);
	const more = others.length > 0 ? ` and ${others.length} more` : '';
	return `${name}${more}, ${toMinute(new Date(Date.now()), context.getTimezone())}`;
}

export function runDigest(
	{ context }: Client,
	{ ownKey, windowHours, providerId, fields }: PlanOptions,
	contentDigest: string | undefined,
): string | undefined {
	if (windowHours === 0) return undefined;
	if (ownKey !== '') return digestOf(['own key', ownKey]);
	return nodeDigest(context.getNode().id, [
		context.getWorkflow().id ?? null,
		providerId ?? null,
		keyValuesOf(JOB_FIELDS, fields),
		contentDigest,
	]);
}

function slotFor({ jobName, shortenNames }: PlanOptions, number: number, of: number): JobSlot {
	if (of === 1) return { number, of, jobName };
	const suffix = ` (${number}/${of})`;
	const base = shortenNames
		? shortenToBytes(jobName, LIMITS.jobNameBytes - utf8Length(suffix))
		: jobName;
	return { number, of, jobName: checkJobName(base + suffix) };
}
