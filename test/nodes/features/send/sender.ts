/**
 * A process of its own that sends on n8n's engine, so that a test can kill it or let two race. It
 * says `ready`, begins at the first line of its input, and says what came of it.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { TranslationJobsApi } from '../../../../credentials/TranslationJobsApi.credentials';
import { TranslationJobs } from '../../../../nodes/TranslationJobs/TranslationJobs.node.js';
import { Engine, PACKAGE } from '../../../../scripts/engine';
import { Items, oneNode } from '../../../support/oneNode';
import type { SenderResult, SenderTask } from './senderProcess';

async function main(): Promise<void> {
	const lines = createInterface(process.stdin);
	const [line] = (await once(lines, 'line')) as [string];
	const { credential, parameters, input } = JSON.parse(line) as SenderTask;
	const engine = await Engine.start({
		nodes: { [`${PACKAGE}.translationJobs`]: new TranslationJobs(), 'test.items': new Items() },
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [credential],
	});
	process.stdout.write('ready\n');
	await once(lines, 'line');
	const run = await engine.run(oneNode({ parameters, credential }), {
		startNode: 'Items',
		pinData: { Items: input },
	});
	engine.stop();
	const [item] = run.data.resultData.runData.Node?.[0]?.data?.main?.[0] ?? [];
	const result: SenderResult = {
		error: run.data.resultData.error?.message,
		jobId: item?.json.jobId as string,
		sendOutcome: item?.json.sendOutcome as string,
	};
	process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

void main();
