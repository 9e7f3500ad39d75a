import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from 'n8n-workflow';

import { content, MIB, sha256, useFiles } from './files';
import { uploadAndAdd } from './uploadAndAdd';

const files = useFiles();
const folder = mkdtempSync(join(tmpdir(), 'translation-jobs-killed-'));
afterAll(async () => {
	rmSync(folder, { recursive: true });
});

it('after a killed process, the next run ends with the file whole and referenced once', async () => {
	const { harness, jobId } = files;
	const file = content(5 * MIB);
	const path = join(folder, 'file.bin');
	writeFileSync(path, file);
	await harness.sandbox.fault({ origin: 'files', method: 'PATCH', skip: 3, hang: true });
	const order = JSON.stringify({ path, jobId, credential: harness.credential });
	const child = spawn(
		process.execPath,
		['--import', 'tsx', join(__dirname, 'uploadingProcess.ts'), order],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	);
	const ended = once(child, 'exit');
	const hanging = async () => {
		while ((await files.calls('PATCH')).length < 4) {
			if (child.exitCode !== null) throw new Error('The process ended by itself');
			await sleep(100);
		}
	};
	await hanging();
	child.kill('SIGKILL');
	await ended;

	const run = await uploadAndAdd(harness.engine, jobId, file);

	expect(run.status).toBe('success');
	const requests = await harness.sandbox.requests(jobId);
	expect(requests).toHaveLength(1);
	expect(await files.arrived(String(requests[0]!.fmsFileId))).toBe(sha256(file));
	expect((await harness.sandbox.files(jobId)).map(({ transfer }) => transfer).sort()).toEqual([
		'started',
		'uploaded',
	]);
});
