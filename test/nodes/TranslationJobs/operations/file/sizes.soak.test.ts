import type { Fault } from '../../../../../sandbox/faults/faults';
import { byId } from '../../../../support/harness';
import { measure } from '../../../http/measuredProcess';
import { content, useFiles } from './files';

const files = useFiles();

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
