import { listJobs } from '../../api/jobs';
import { NEWEST_CREATED } from '../../api/wire';
import type { Client } from '../../http/client';
import { readWorkflow, type SendingWorkflow } from '../../rules/runLabels';

const RECENT_JOBS = 1_000;

/** The workflows that sent the newest jobs, each once, with the name of its newest job. */
export async function* sendingWorkflows(
	client: Client,
): AsyncGenerator<SendingWorkflow & { lastJob: string }> {
	const seen = new Set<string>();
	let count = 0;
	for await (const { labels, jobName, jobId } of listJobs(client, { orderBy: NEWEST_CREATED })) {
		const workflow = readWorkflow(labels);
		if (workflow && !seen.has(workflow.label)) yield { ...workflow, lastJob: jobName || jobId };
		if (workflow) seen.add(workflow.label);
		if (++count >= RECENT_JOBS) return;
	}
}
