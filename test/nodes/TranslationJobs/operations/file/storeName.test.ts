/** Files of the same name, each with a name of its own for the disk. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { byId, useHarness } from '../../../../support/harness';
import { fileItem, sending, textItem } from '../../../features/send/support';

const harness = useHarness({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'store-names-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Sends each item as a job of its own, and delivers its translations. */
async function delivered(...items: INodeExecutionData[]): Promise<string[]> {
	const jobIds: string[] = [];
	for (const [index, item] of items.entries()) {
		const jobName = `Job ${index}`;
		const [job] = await harness.json(sending({ jobName, options: { wait: true } }), {
			input: [item],
		});
		jobIds.push(String(job!.jobId));
	}
	for (const jobId of jobIds)
		while (!(await harness.sandbox.deliver(jobId)).length)
			await new Promise((resolve) => setTimeout(resolve, 5));
	return jobIds;
}

const collect = async (jobIds: string[], changes = {}) =>
	(
		await harness.run(
			{ resource: 'job', operation: 'collect', jobId: byId('={{ $json.jobId }}'), ...changes },
			{ input: jobIds.map((jobId) => ({ json: { jobId } })) },
		)
	).items;
const namesOf = (items: INodeExecutionData[]) =>
	items.map(({ json }) => [json.requestId, json.storeName]).sort();

async function write(items: INodeExecutionData[]): Promise<string[]> {
	for (const { json, binary } of items)
		writeFileSync(
			join(folder, String(json.storeName)),
			await harness.engine.readBinary(binary!.data!),
		);
	return readdirSync(folder).sort();
}

const NAME = /^manual_(de-de|fr-fr)_[0-9a-f]{16}\.txt$/;

it('keeps the same file name of two jobs and two languages apart, and its re-delivery together', async () => {
	const jobIds = await delivered(fileItem('manual.txt', 'One'), fileItem('manual.txt', 'Two'));
	const full = { simplify: false };
	const items = await collect(jobIds, full);

	expect(items.map(({ json }) => json.fileName)).toEqual(Array(4).fill('manual.txt'));
	const stored = await write(items);
	expect(stored).toEqual(Array(4).fill(expect.stringMatching(NAME)));
	expect(namesOf(await collect(jobIds))).toEqual(namesOf(items));
	expect(
		namesOf(await collect(jobIds, { options: { fileName: '{language}.{extension}' } })),
	).toEqual(namesOf(items));

	await harness.sandbox.redeliver(items.map(({ json }) => String(json.requestId)));
	const again = await collect(jobIds, full);
	expect(namesOf(again)).toEqual(namesOf(items));
	expect(again.map(({ json }) => json.deliveryKey)).not.toEqual(
		items.map(({ json }) => json.deliveryKey),
	);
	expect(await write(again)).toEqual(stored);
	for (const name of stored) expect(readFileSync(join(folder, name), 'utf8')).toContain('#2');
});

it('is the same from Download Translation, whatever the delivery is called', async () => {
	const jobIds = await delivered(fileItem('manual.txt', 'One'));
	const items = await collect(jobIds);
	const download = async (json: IDataObject) =>
		(
			await harness.json(
				{
					resource: 'file',
					operation: 'downloadTranslation',
					jobId: byId(String(json.jobId)),
					requestId: byId(String(json.requestId)),
				},
				{ input: [{ json }] },
			)
		)[0]!;
	for (const { json } of items) {
		const { jobId, requestId, storeName, targetNativeLanguageCode } = json;
		expect(await download(json)).toMatchObject({ storeName });
		expect(await download({ jobId, requestId })).toMatchObject({ storeName });
		expect(await download({ jobId, requestId, targetNativeLanguageCode })).toMatchObject({
			storeName,
		});
		const renamed = {
			origin: 'rest',
			path: 'retrievefile$',
			status: 200,
			body: 'Hallo',
			headers: {
				'Content-Type': 'text/plain',
				'Content-Disposition': 'attachment; filename="manual (2).txt"',
			},
		} as const;
		for (const input of [
			json,
			{ jobId, requestId },
			{ jobId, requestId, targetNativeLanguageCode },
		]) {
			await harness.sandbox.fault(renamed);
			expect(await download(input)).toMatchObject({ storeName, fileName: 'manual (2).txt' });
		}
	}
});

it('tells the sources of two jobs apart', async () => {
	const jobIds = await delivered(fileItem('manual.txt', 'One'), fileItem('manual.txt', 'Two'));
	const files = await harness.sandbox.files();
	const download = async () =>
		(
			await harness.run(
				{
					resource: 'file',
					operation: 'downloadSource',
					jobId: byId('={{ $json.jobId }}'),
					fmsFileId: '={{ $json.fmsFileId }}',
				},
				{ input: files.map(({ jobId, fmsFileId }) => ({ json: { jobId, fmsFileId } })) },
			)
		).items;
	const items = await download();
	expect(files.map(({ jobId }) => jobId).sort()).toEqual([...jobIds].sort());
	expect(await write(items)).toEqual(
		Array(2).fill(expect.stringMatching(/^manual_[0-9a-f]{16}\.txt$/)),
	);
	expect(namesOf(await download())).toEqual(namesOf(items));
});

it.each([`${'x'.repeat(246)}.txt`, `${'あ'.repeat(90)}.txt`, 'NUL.a.txt', '-a..b?.txt'])(
	'fits on a disk: %s',
	async (fileName) => {
		const items = await collect(await delivered(fileItem(fileName, 'Hello')));
		expect(await write(items)).toHaveLength(2);
	},
);

it('stays in its folder, whatever the service calls file and language', async () => {
	const [jobId] = await delivered(fileItem('manual.txt', 'One'));
	const requests = await harness.sandbox.requests(jobId);
	const hostile = requests.map(({ requestId, fmsFileId }) => ({
		requestId,
		jobId,
		status: 'REVIEW_TRANSLATION',
		fileId: fmsFileId,
		fileName: '../../manual.txt',
		targetNativeLanguageCode: '../..',
	}));
	await harness.sandbox.fault({ path: 'requests$', replaceBody: { requests: hostile } });
	const stored = await write(await collect([jobId!]));
	expect(stored).toEqual(Array(2).fill(expect.stringMatching(/^manual_[0-9a-f]{16}\.txt$/)));
});

it('is missing where there is no file', async () => {
	const items = await collect(await delivered(textItem('Hello')));
	expect(items.map(({ json }) => 'storeName' in json)).toEqual([false, false]);
});
