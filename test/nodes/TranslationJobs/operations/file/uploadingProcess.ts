/** A process of its own that uploads a file and adds it to a job, to be killed on the way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TranslationJobsApi } from '../../../../../credentials/TranslationJobsApi.credentials';
import type * as nodeFile from '../../../../../nodes/TranslationJobs/TranslationJobs.node';
import { Engine, PACKAGE, type StoredCredential } from '../../../../../scripts/engine';
import { uploadAndAdd } from './uploadAndAdd';

interface Order {
	path: string;
	jobId: string;
	credential: StoredCredential;
}

async function main({ path, jobId, credential }: Order) {
	// With its extension: tsx would take the codex file, TranslationJobs.node.json, instead.
	const { TranslationJobs } = (await import(
		join(__dirname, '../../../../../nodes/TranslationJobs/TranslationJobs.node.ts')
	)) as typeof nodeFile;
	const engine = await Engine.start({
		nodes: { [`${PACKAGE}.translationJobs`]: new TranslationJobs() },
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [credential],
	});
	await uploadAndAdd(engine, jobId, readFileSync(path));
	engine.stop();
}

void main(JSON.parse(process.argv[2]!) as Order);
