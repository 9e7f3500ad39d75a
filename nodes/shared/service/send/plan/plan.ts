import { InvalidInput } from '../../../rules/invalidInput';
import { withLabels } from '../../../rules/labels';
import { checkJobName, LIMITS } from '../../../rules/limits';
import { shortenToBytes, utf8Length } from '../../../rules/names';
import type { Client } from '../../../transport/client';
import { JOB_FIELDS, type JobFields } from '../../jobs/jobs';
import { readQuotas } from '../../quotas';
import type { Provider } from '../../resources';
import { type ContentItem, isSupportAsset } from '../content/contentItem';
import { digestOf } from '../content/digest';
import type { CheckedItems, CheckOptions } from './checkItems';
import { planKeyOf } from './planKey';
import { keyValuesOf, nodeDigest, nodeLabel, type Part, workflowLabel } from './runKey';
import { fitIntoOneJob, splitIntoJobs } from './splitIntoJobs';

export interface PlanOptions extends CheckOptions {
	jobName: string;
	shortenNames: boolean;
	/** Empty to derive the run key. */
	ownKey: string;
	splitJobs: boolean;
}

export interface JobSlot extends Part {
	jobName: string;
}

/** What a run sends. Nothing has changed at the service yet. */
export interface Plan {
	/** Digest of the run key. Undefined if earlier runs do not matter. */
	digest?: string;
	contentDigest?: string;
	fields: JobFields;
	jobs: Array<{ slot: JobSlot; contentItems: ContentItem[] }>;
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
			'What to Translate',
		);
	const quotas = await readQuotas(client, (known) => fitIntoOneJob(contentItems, known));
	const groups = splitIntoJobs(contentItems, quotas, options.splitJobs);
	return {
		digest: runDigest(client, options, contentDigest),
		contentDigest,
		fields: withSender(client, options.fields),
		jobs: groups.map((group, index) => ({
			slot: slotFor(options, index + 1, groups.length),
			contentItems: group,
		})),
		provider,
		planKey: contentDigest ? planKeyOf(options, contentItems, contentDigest) : '',
	};
}

/** A later run finds what this node and this workflow have sent. */
function withSender({ context }: Client, fields: JobFields): JobFields {
	const { id } = context.getWorkflow();
	const labels = [workflowLabel(id), nodeLabel(id, context.getNode().id)];
	return { ...fields, labels: withLabels(fields.labels, labels) };
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
