/**
 * A process of its own that runs a node, or the test of its credential, so that its memory can be
 * measured from outside. It says `ready`, begins at the first line of its input, says what came of
 * it, and stays until it is killed.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CredentialTestContext } from 'n8n-core';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
import { testTranslationJobsApi } from '../../../nodes/form/methods/credentialTest';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node.js';
import { Engine, PACKAGE } from '../../../scripts/engine';
import { Items, oneNode } from '../../support/oneNode';
import type { MeasuredResult, MeasuredTask } from './measuredProcess';

async function run({ credential, parameters, input }: MeasuredTask): Promise<MeasuredResult> {
	const engine = await Engine.start({
		nodes: { [`${PACKAGE}.translationJobs`]: new TranslationJobs(), 'test.items': new Items() },
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [credential],
	});
	await begin();
	const { data } = await engine.run(oneNode({ parameters: parameters!, credential }), {
		startNode: 'Items',
		pinData: { Items: input },
	});
	const { error, runData } = data.resultData;
	const items = runData.Node?.[0]?.data?.main?.[0] ?? [];
	return {
		error: error && `${error.message}. ${String((error as { description?: string }).description)}`,
		items: items.length,
	};
}

async function test({ credential }: MeasuredTask): Promise<MeasuredResult> {
	await begin();
	const { status, message } = await testTranslationJobsApi.call(new CredentialTestContext(), {
		...credential,
		name: 'Sandbox',
	});
	return { error: status === 'OK' ? undefined : message, items: 0 };
}

const lines = createInterface(process.stdin);

async function begin() {
	process.stdout.write('ready\n');
	await once(lines, 'line');
}

async function main(): Promise<void> {
	const [line] = (await once(lines, 'line')) as [string];
	const task = JSON.parse(line) as MeasuredTask;
	const result = task.parameters ? await run(task) : await test(task);
	process.stdout.write(`${JSON.stringify(result)}\n`);
}

void main();
