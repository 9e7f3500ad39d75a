import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useHarness } from '../../../../support/harness';
import { fileItem, sending } from '../support';

const MEGABYTE = 1_000_000;
const previewing = sending({ operation: 'preview', translate: 'file', targetLanguages: ['de-de'] });

describe('Preview of files in the store of n8n', () => {
	const harness = useHarness();
	const store = () => Container.get(BinaryDataService);
	afterEach(() => jest.restoreAllMocks());

	const stored = async (fileName: string, text: string): Promise<INodeExecutionData> => ({
		json: {},
		binary: { data: await harness.engine.storeBinary(Buffer.from(text), fileName, 'text/plain') },
	});
	const preview = async (item: INodeExecutionData) => {
		const { items, error } = await harness.run(previewing, { input: [item] });
		const json: IDataObject = items[0]?.json ?? {};
		const { words, filesNotCounted, sendOutcome, refused } = json;
		return { error, words, filesNotCounted, sendOutcome, refused };
	};

	/** The streams that the node opens, each changed before it gets it. */
	function watchStreams(change: (stream: Readable) => void = () => {}): Readable[] {
		const streams: Readable[] = [];
		const read = store().getAsStream.bind(store());
		jest.spyOn(store(), 'getAsStream').mockImplementation(async (...args) => {
			const stream = await read(...args);
			change(stream);
			streams.push(stream);
			return stream;
		});
		return streams;
	}
	const closed = async (stream: Readable) => {
		if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
	};

	it('counts the same as in files inside the item', async () => {
		const text = '{"a": "One <b>two</b> three", "b": "四"}';
		expect(await preview(await stored('a.json', text))).toMatchObject({ words: 4 });
		expect(await preview(fileItem('a.json', text))).toMatchObject({ words: 4 });
	});

	it('reads a large file in pieces, and never as a whole', async () => {
		const whole = jest.spyOn(store(), 'getAsBuffer');
		const streams = watchStreams();
		const item = await stored('a.txt', `${'word'.repeat(25)}\n`.repeat(20_000));
		expect(await preview(item)).toMatchObject({ words: 20_000, filesNotCounted: [] });
		expect(whole).not.toHaveBeenCalled();
		for (const stream of streams) expect(stream.readableHighWaterMark).toBeLessThan(MEGABYTE);
		await Promise.all(streams.map(closed));
	});

	it('does not count a file that is too large to be held in memory', async () => {
		const streams = watchStreams();
		const length = 20 * MEGABYTE;
		const { filesNotCounted } = await preview(await stored('a.json', `]${' '.repeat(length)}`));
		expect(filesNotCounted).toMatchObject([{ reason: 'is larger than 10 MB' }]);
		await Promise.all(streams.map(closed));
	});

	it.each([
		['a read error', (stream: Readable) => stream.destroy(new Error('The disk is gone'))],
		['an end without an error', (stream: Readable) => stream.destroy()],
	])('refuses a file that it could not read, and says so: %s', async (_, end) => {
		watchStreams((stream) => {
			stream.once('readable', () => end(stream));
		});
		const reason = expect.stringContaining('n8n cannot read a.txt: ');
		expect(await preview(await stored('a.txt', 'One two three'))).toMatchObject({
			sendOutcome: 'refused',
			refused: [{ itemIndex: 0, reason }],
		});
	});

	it('refuses a file that is shorter than the store says', async () => {
		const item = await stored('a.txt', 'One two three');
		item.binary!.data = { ...item.binary!.data!, bytes: 20 };
		const reason = expect.stringContaining('is not as long as n8n says');
		expect(await preview(item)).toMatchObject({
			sendOutcome: 'refused',
			refused: [{ itemIndex: 0, reason }],
		});
	});
});
