import { read, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false } });

it.each([
	['takes a file of exactly 200,000,000 bytes', 0, 200, undefined],
	['refuses a file of one byte more', 1, 413, 'FILE_TOO_LARGE'],
])('%s', async (_what, surplus, expected, code) => {
	const { fmsPostMultipartUrl } = await caller.createTransfer(await caller.createJob());
	const block = new Blob([new Uint8Array(20_000_000)]);
	const form = new FormData();
	form.append(
		'file',
		new Blob([...Array<Blob>(10).fill(block), new Uint8Array(surplus)]),
		'large.bin',
	);
	const { status, body } = await read(
		await fetch(fmsPostMultipartUrl, { method: 'POST', body: form }),
	);
	expect([status, body.code]).toEqual([expected, code]);
});
