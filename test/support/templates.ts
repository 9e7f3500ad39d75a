import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData, INodeType, IRun, IWorkflowBase } from 'n8n-workflow';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { CORE_NODES } from '../../scripts/coreNodes';
import { Engine, PACKAGE, type StoredCredential } from '../../scripts/engine';

export const readTemplate = (name: string): IWorkflowBase =>
	JSON.parse(
		readFileSync(join(__dirname, '..', '..', 'templates', `${name}.json`), 'utf8'),
	) as IWorkflowBase;

/** n8n's engine with all nodes of the templates for sending and collecting. */
export async function startTemplateEngine(
	credential: StoredCredential,
	replaced: Record<string, INodeType> = {},
): Promise<Engine> {
	return await Engine.start({
		nodes: {
			...CORE_NODES,
			[`${PACKAGE}.translationJobs`]: new TranslationJobs(),
			[`${PACKAGE}.translationJobsContentPollTrigger`]: new TranslationJobsContentPollTrigger(),
			...replaced,
		},
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [credential],
	});
}

/** The output of a node in a run. */
export function outputOf(run: IRun, node: string): INodeExecutionData[] {
	const { error, runData } = run.data.resultData;
	if (error) throw error;
	return runData[node]?.[0]?.data?.main?.[0] ?? [];
}
