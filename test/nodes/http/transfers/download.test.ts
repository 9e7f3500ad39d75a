/**
 * Servers that behave worse than the sandbox's file host: the service points to each of them in
 * turn.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { sleep } from 'n8n-workflow';

import type { ArrivingFile } from '../../../../nodes/http/transfers/arrivingFile';
import { download as bring } from '../../../../nodes/http/transfers/download';
import { useHarness } from '../../../support/harness';

const harness = useHarness();

const FILE = randomBytes(300_000);
const HALF = 150_000;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

interface Setting {
	maxTries?: number;
	idleMs?: number;
	/** The service hands out the file itself instead of pointing to it. */
	direct?: boolean;
	onStart?: (execution: { cancel(): void }) => void;
	keep?: (file: ArrivingFile) => Promise<Buffer>;
	/** Runs when the download has ended, before its server is closed. */
	atEnd?: () => Promise<void>;
}

async function readAll({ chunks }: Pick<ArrivingFile, 'chunks'>): Promise<Buffer> {
	const read: Buffer[] = [];
	for await (const chunk of chunks) read.push(chunk);
	return Buffer.concat(read);
}

/**
 * Downloads from a server that answers its first, second, … call as told, and all later ones like
 * the last.
 */
async function download(
	handlers: Handler[],
	{ maxTries = 5, idleMs = 2_000, direct = false, onStart, keep = readAll, atEnd }: Setting = {},
): Promise<Buffer> {
	let calls = 0;
	const server = createServer((req, res) =>
		handlers[Math.min(calls++, handlers.length - 1)]!(req, res),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { data } = harness.credential;
	const { baseUrl } = data;
	if (direct) data.baseUrl = address;
	else
		await harness.sandbox.fault({
			origin: 'rest',
			path: '/quota',
			status: 307,
			headers: { Location: `${address}/file?signature=secret` },
			times: 99,
		});
	try {
		return await harness.withClient(
			async (client) => await bring(client, { path: '/quota', about: {}, idleMs }, keep),
			{ retry: { maxTries } },
			{ onStart },
		);
	} finally {
		await atEnd?.();
		data.baseUrl = baseUrl!;
		await harness.sandbox.clearFaults();
		server.closeAllConnections();
		server.close();
	}
}

const whole: Handler = (_req, res) =>
	res.writeHead(200, { 'Content-Length': FILE.length, ETag: '"1"' }).end(FILE);

const half =
	(
		then: (res: ServerResponse) => void,
		headers: Record<string, string | number> = { 'Content-Length': FILE.length },
	): Handler =>
	(_req, res) => {
		res.writeHead(200, { ETag: '"1"', ...headers });
		res.write(FILE.subarray(0, HALF), () => then(res));
	};

const cut = (res: ServerResponse) => res.destroy();
const standStill = () => {};

it('a file host that stands still in the middle is left and asked again', async () => {
	expect((await download([half(standStill), whole])).equals(FILE)).toBe(true);
});

it('a service that stands still in the middle is hung up on and asked again, too', async () => {
	let hungUp: Promise<void>;
	const standingStill: Handler = (req, res) => {
		hungUp = new Promise((resolve) => res.on('close', resolve));
		half(standStill)(req, res);
	};
	const wholeAfterThat: Handler = (req, res) => void hungUp.then(() => whole(req, res));
	expect((await download([standingStill, wholeAfterThat], { direct: true })).equals(FILE)).toBe(
		true,
	);
});

/** What is gathered before it is passed on, and more. */
const PORTION = 512 * 1024;
const LARGE = randomBytes(600_000);

describe('whoever keeps the file gives up: the connection is closed, and nothing is asked again', () => {
	const full = async () => {
		throw new Error('There is no room');
	};

	it.each<[string, boolean, (file: ArrivingFile) => Promise<Buffer>]>([
		['before it was read', false, full],
		['before it was read, from the service itself', true, full],
		[
			'while it waits for data',
			false,
			async ({ chunks }) => {
				const all = chunks[Symbol.asyncIterator]();
				for (let got = 0; got < PORTION;) got += ((await all.next()).value as Buffer).length;
				void all.next().catch(() => {});
				return await full();
			},
		],
	])('%s', async (_, direct, keep) => {
		let hungUp = false;
		let askedAgain = false;
		const first: Handler = (_req, res) => {
			res.on('close', () => (hungUp = true));
			res.writeHead(200, { 'Content-Length': 2 * LARGE.length }).write(LARGE);
		};
		const second: Handler = (req, res) => {
			askedAgain = true;
			whole(req, res);
		};
		const atEnd = async () => {
			for (let tries = 0; !hungUp && tries < 100; tries++) await sleep(50);
		};

		await expect(download([first, second], { direct, keep, atEnd })).rejects.toThrow(
			'There is no room',
		);

		expect({ hungUp, askedAgain }).toEqual({ hungUp: true, askedAgain: false });
	});
});

it('a file that was not read to its end is not kept', async () => {
	await expect(download([whole], { keep: async () => FILE })).rejects.toThrow(
		'The file was not kept as a whole',
	);
});

describe('a refusal whose body never ends', () => {
	const stuck =
		(status: number, headers = {}): Handler =>
		(_req, res) =>
			void res.writeHead(status, { 'Retry-After': '0', ...headers }).write('{"message":"Busy"');

	it('counts as a refusal', async () => {
		expect((await download([stuck(503), whole], { direct: true })).equals(FILE)).toBe(true);
	});

	it('is shown as far as it came', async () => {
		await expect(download([stuck(400)], { maxTries: 1 })).rejects.toMatchObject({
			description: expect.stringContaining('The file host answered 400: {"message":"Busy".'),
		});
	});

	it('is asked again if what came says that it may pass', async () => {
		expect((await download([stuck(400), whole])).equals(FILE)).toBe(true);
	});

	it('and one whose body breaks off, too', async () => {
		const broken: Handler = (_req, res) =>
			void res
				.writeHead(400, { 'Retry-After': '0' })
				.write('{"message":"Try again"', () => res.destroy());
		expect((await download([broken, whole])).equals(FILE)).toBe(true);
	});

	it('does not hold up a redirect', async () => {
		const toItself: Handler = (req, res) => stuck(307, { Location: '/file' })(req, res);
		expect((await download([toItself, whole], { direct: true })).equals(FILE)).toBe(true);
	});

	it.each([true, false])(
		'is left at once when the execution is cancelled (from the service itself: %s)',
		async (direct) => {
			let cancel = () => {};
			const cancelling: Handler = (req, res) => {
				stuck(503)(req, res);
				setImmediate(() => cancel());
			};
			const attempt = download([cancelling], {
				direct,
				onStart: (execution) => (cancel = () => execution.cancel()),
			});
			await expect(attempt).rejects.toMatchObject({
				description: expect.stringContaining('The execution was cancelled.'),
			});
		},
	);
});

describe('a download that breaks off begins anew', () => {
	const OTHER = randomBytes(FILE.length);
	const other: Handler = (_req, res) =>
		void res.writeHead(200, { 'Content-Length': OTHER.length }).end(OTHER);

	it('without asking for a part of the file', async () => {
		const asked: Array<string | undefined> = [];
		const seen =
			(handler: Handler): Handler =>
			(req, res) => {
				asked.push(req.headers.range);
				handler(req, res);
			};
		const handlers = [half(cut), half(cut, {}), whole].map(seen);

		expect((await download(handlers)).equals(FILE)).toBe(true);

		expect(asked).toEqual([undefined, undefined, undefined]);
	});

	it('a file that was delivered anew in between is the new one, not half of each', async () => {
		expect((await download([half(cut), other])).equals(OTHER)).toBe(true);
	});

	it('not for ever, however far it came', async () => {
		let calls = 0;
		const further: Handler = (_req, res) => {
			calls += 1;
			res.writeHead(200, { 'Content-Length': FILE.length });
			res.write(FILE.subarray(0, calls * 80_000), () => res.destroy());
		};
		await expect(download([further], { maxTries: 3 })).rejects.toMatchObject({
			message: 'The download ended after 240,000 of 300,000 bytes',
			description: expect.stringContaining('Tried 3 times'),
		});
		expect(calls).toBe(3);
	});

	it('as often as somebody wants it, also behind a store that hides why it failed', async () => {
		const keep = async (file: ArrivingFile) =>
			await readAll(file).catch(() => Promise.reject(new Error('Could not be stored')));
		expect((await download([half(cut), whole], { keep })).equals(FILE)).toBe(true);
		await expect(download([half(cut)], { keep, maxTries: 2 })).rejects.toThrow(
			'The download ended after 150,000 of 300,000 bytes',
		);
	});

	it('also behind a store that takes a broken file for a whole one', async () => {
		const keep = async (file: ArrivingFile) => await readAll(file).catch(() => Buffer.from('half'));
		expect((await download([half(cut), whole], { keep })).equals(FILE)).toBe(true);
	});
});

it.each([true, false])(
	'a part that nobody asked for is no file (from the service itself: %s)',
	async (direct) => {
		const part: Handler = (_req, res) =>
			void res
				.writeHead(206, { 'Content-Range': `bytes 0-${FILE.length - 1}/${FILE.length}` })
				.end(FILE);
		expect((await download([part, whole], { direct })).equals(FILE)).toBe(true);
		await expect(download([part], { direct, maxTries: 1 })).rejects.toMatchObject({
			message: 'The download brought no file',
			description: expect.stringContaining('answered 206 without a whole file'),
		});
	},
);

it('a file without a length is whole when its chunks end', async () => {
	expect((await download([(_req, res) => res.writeHead(200).end(FILE)])).equals(FILE)).toBe(true);
});

it.each([true, false])(
	'a file whose end nothing tells is not taken (from the service itself: %s)',
	async (direct) => {
		const untold: Handler = (_req, res) => {
			res.useChunkedEncodingByDefault = false;
			res.writeHead(200, { Connection: 'close' }).end(FILE);
		};
		await expect(download([untold], { direct })).rejects.toMatchObject({
			message: 'The file cannot be downloaded: its end cannot be recognised',
			description: expect.stringContaining(
				`The ${direct ? 'service' : 'file host'} sent neither a Content-Length nor chunks`,
			),
		});
	},
);

describe('a host that compresses although it was asked not to', () => {
	const TEXT = Buffer.concat([FILE, Buffer.alloc(FILE.length, 'text')]);
	const CODINGS: Array<[string, Buffer]> = [
		['gzip', gzipSync(TEXT)],
		['br', brotliCompressSync(TEXT)],
		['deflate', deflateRawSync(TEXT)],
	];
	const whole =
		(coding: string, packed: Buffer, headers: Record<string, string | number>): Handler =>
		(_req, res) =>
			void res
				.writeHead(200, { 'Content-Encoding': coding, ETag: '"packed"', ...headers })
				.end(packed);
	const halfOf =
		(coding: string, packed: Buffer, headers: Record<string, string | number>): Handler =>
		(_req, res) =>
			void res
				.writeHead(200, { 'Content-Encoding': coding, ETag: '"packed"', ...headers })
				.write(packed.subarray(0, packed.length / 2), () => res.destroy());
	it.each(CODINGS)('%s', async (coding, packed) => {
		const told = { 'Content-Length': packed.length };
		expect((await download([whole(coding, packed, told)])).equals(TEXT)).toBe(true);
		expect((await download([whole(coding, packed, {})])).equals(TEXT)).toBe(true);
	});

	it.each(['unheard-of', 'gzip, br'])('%s, which cannot be read', async (coding) => {
		await expect(download([whole(coding, TEXT, {})])).rejects.toThrow(
			`The file cannot be downloaded: the file host used an unknown compression (${coding})`,
		);
	});

	it.each(CODINGS)('%s, cut off', async (coding, packed) => {
		const told = { 'Content-Length': packed.length };
		expect(
			(await download([halfOf(coding, packed, told), whole(coding, packed, told)])).equals(TEXT),
		).toBe(true);
		expect(
			(await download([halfOf(coding, packed, {}), whole(coding, packed, {})])).equals(TEXT),
		).toBe(true);
		await expect(download([halfOf(coding, packed, told)], { maxTries: 1 })).rejects.toThrow(
			'The download ended',
		);
	});
});

describe('an answer without a file', () => {
	const empty =
		(status: number): Handler =>
		(_req, res) =>
			res.writeHead(status, { 'Retry-After': '0' }).end();

	it.each([200, 202, 204])('is asked for again after %d', async (status) => {
		expect((await download([empty(status), whole])).equals(FILE)).toBe(true);
	});

	it.each([
		[200, true, 'service'],
		[204, true, 'service'],
		[200, false, 'file host'],
		[202, false, 'file host'],
	])('is an error in the end (%d, from the service itself: %s)', async (status, direct, who) => {
		await expect(download([empty(status)], { direct, maxTries: 2 })).rejects.toMatchObject({
			message: 'The download brought no file',
			description: expect.stringMatching(
				new RegExp(`^The ${who} answered ${status} without .* Tried 2 times`),
			),
			failure: { cause: 'temporarily-unavailable' },
		});
	});
});

it('an error shows neither the address nor its signature', async () => {
	const refused: Handler = (_req, res) =>
		res
			.writeHead(400, { 'Content-Type': 'application/json' })
			.end(JSON.stringify({ code: 'BAD_LINK', message: 'Not this way' }));
	const error = await download([refused]).catch(
		(caught: unknown) => caught as { message: string; description: string; context: unknown },
	);
	expect(error).toMatchObject({
		message: 'The download ended before any byte arrived',
		description: expect.stringContaining('The file host answered 400: Not this way (BAD_LINK).'),
	});
	expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|secret/);
});

it('says how far it came when it gives up', async () => {
	const gone: Handler = (_req, res) => res.destroy();
	await expect(download([gone, half(cut)], { maxTries: 2 })).rejects.toMatchObject({
		message: 'The download ended after 150,000 of 300,000 bytes',
		description: expect.stringMatching(/^The file host broke off .*Tried 2 times/),
	});
});

it('gives up on a file host that only drips', async () => {
	const dripping: Handler = (_req, res) => {
		res.writeHead(200, { 'Content-Length': FILE.length, ETag: '"1"' });
		const timer = setInterval(() => res.write('x'), 50);
		res.on('close', () => clearInterval(timer));
	};
	await expect(download([dripping], { maxTries: 1, idleMs: 1_000 })).rejects.toMatchObject({
		description: expect.stringContaining(
			'The file host broke off (TIMED_OUT: Hardly anything moved for 1 seconds.)',
		),
	});
});
