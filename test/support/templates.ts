import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IRun,
	IWorkflowBase,
} from 'n8n-workflow';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { CORE_NODES } from '../../scripts/coreNodes';
import { Engine, type NodeClasses, PACKAGE, type StoredCredential } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

export const readTemplate = (name: string): IWorkflowBase =>
	JSON.parse(
		readFileSync(join(__dirname, '..', '..', 'templates', `${name}.json`), 'utf8'),
	) as IWorkflowBase;

/** Every other node of the templates. A test that comes to one of them fails. */
export function notReached(known: NodeClasses): NodeClasses {
	const types = readTemplates().flatMap(({ workflow: { nodes } }) => nodes.map(({ type }) => type));
	const others = [...new Set(types)].filter((type) => !(type in known));
	return Object.fromEntries(others.map((type) => [type, refusing(type)]));
}

const refusing = (type: string): INodeType =>
	standIn([], async () => {
		throw new Error(`This test has no ${type}`);
	});

/** A node of any version. n8n passes only declared parameters to it. */
export const standIn = (parameters: string[], execute: Execute): INodeType => ({
	description: {
		displayName: 'Stand-in',
		name: 'standIn',
		group: [],
		version: [1, 1.1, 1.2, 2, 2.1, 2.2, 2.3, 3, 3.2, 3.4, 4, 4.2, 4.5, 4.7],
		description: '',
		defaults: {},
		inputs: ['main', 'main'],
		outputs: ['main', 'main', 'main'],
		properties: parameters.map((name) => ({ displayName: name, name, type: 'json', default: '' })),
	} as unknown as INodeTypeDescription,
	execute,
});

/** n8n's engine with all nodes of the templates for sending and collecting. */
export async function startTemplateEngine(
	credential: StoredCredential,
	replaced: Record<string, INodeType> = {},
): Promise<Engine> {
	const nodes: NodeClasses = {
		...CORE_NODES,
		[`${PACKAGE}.translationJobs`]: new TranslationJobs(),
		[`${PACKAGE}.translationJobsContentPollTrigger`]: new TranslationJobsContentPollTrigger(),
		...replaced,
	};
	return await Engine.start({
		nodes: { ...notReached(nodes), ...nodes },
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
