import type { Fault } from '../../../../../sandbox/faults/faults';
import { byId } from '../../../../support/harness';
import { measure } from '../../../http/measuredProcess';
import { content, sha256, useFiles } from './files';

const files = useFiles();

it('a file of 50 MB arrives and comes back byte for byte', async () => {
	const file = content(50_000_000);
	const fmsFileId = await files.uploaded(file);
	expect(await files.arrived(fmsFileId)).toBe(sha256(file));
	const { items } = await files.downloadSource(fmsFileId);
	const binary = items[0]!.binary!.data!;
	expect(sha256(await files.harness.engine.readBinary(binary))).toBe(sha256(file));
});

it.each<[string, Fault]>([
	['that unfolds to more than 1 GiB', { bombMiB: 1_100, times: 9 }],
	['without an end', { endless: true, times: 9 }],
])('a file %s ends in an error, once, and in little memory', async (_, fault) => {
	const { sandbox, credential } = files.harness;
	const { jobId, requestId } = await files.translated(content(100), 'notes.txt');
	await sandbox.clearLog();
	await sandbox.fault({ ...fault, origin: 'files' });
	const { error, items, grownByMiB } = await measure({
		credential,
		input: [{ json: {} }],
		parameters: {
			resource: 'file',
			operation: 'downloadTranslation',
			jobId: byId(jobId),
			requestId: byId(requestId),
		},
	});
	const downloads = await sandbox.log({ origin: 'files' });
	await sandbox.clearFaults();
	expect(error).toMatch(/^The file is larger than 1,073,741,824 bytes, so it was not stored\. /);
	expect(items).toBe(0);
	expect(grownByMiB).toBeLessThan(250);
	expect(downloads).toHaveLength(1);
});
