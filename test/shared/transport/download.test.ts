/** Servers that behave worse than the sandbox's file host: the service points to each of them in turn. */
import { sleep } from 'n8n-workflow';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { openDownload } from '../../../nodes/shared/transport/download';
import type { FileStream } from '../../../nodes/shared/transport/fileSource';
import { Harness } from '../../support/harness';

let harness: Harness;
beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

const FILE = randomBytes(300_000);
const HALF = 150_000;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

interface Setting {
	maxTries?: number;
	/** The service hands out the file itself instead of pointing to it. */
	direct?: boolean;
	onStart?: (execution: { cancel(): void }) => void;
	read?: (stream: FileStream) => Promise<Buffer>;
}

async function readAll(stream: FileStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Downloads from a server that answers its first, second, … call as told, and all later ones like the last. */
async function download(handlers: Handler[], { maxTries = 5, direct = false, onStart, read = readAll }: Setting = {}): Promise<Buffer> {
	let calls = 0;
	const server = createServer((req, res) => handlers[Math.min(calls++, handlers.length - 1)]!(req, res));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { data } = harness.credential;
	const { baseUrl } = data;
	if (direct) data.baseUrl = address;
	else await harness.sandbox.fault({ origin: 'rest', path: '/quota', status: 307, headers: { Location: `${address}/file?signature=secret` }, times: 99 });
	try {
		return await harness.withClient(
			async (client) => {
				const { stream } = await openDownload(client, { path: '/quota', about: {}, idleMs: 2_000 });
				return await read(stream);
			},
			{ retry: { maxTries } },
			{ onStart },
		);
	} finally {
		data.baseUrl = baseUrl!;
		await harness.sandbox.clearFaults();
		server.closeAllConnections();
		server.close();
	}
}

const whole: Handler = (_req, res) => res.writeHead(200, { 'Content-Length': FILE.length, ETag: '"1"' }).end(FILE);

const half =
	(then: (res: ServerResponse) => void, headers: Record<string, string | number> = { 'Content-Length': FILE.length }): Handler =>
	(_req, res) => {
		res.writeHead(200, { ETag: '"1"', ...headers });
		res.write(FILE.subarray(0, HALF), () => then(res));
	};

const cut = (res: ServerResponse) => res.destroy();
const standStill = () => {};

const rest: Handler = (req, res) => {
	const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
	res.writeHead(206, { 'Content-Range': `bytes ${from}-${FILE.length - 1}/${FILE.length}`, 'Content-Length': FILE.length - from, ETag: '"1"' }).end(FILE.subarray(from));
};

it('a file host that stands still in the middle is left and asked for the rest', async () => {
	expect((await download([half(standStill), rest])).equals(FILE)).toBe(true);
});

it('a service that stands still in the middle is hung up on and asked for the rest, too', async () => {
	let hungUp: Promise<void>;
	const standingStill: Handler = (req, res) => {
		hungUp = new Promise((resolve) => res.on('close', resolve));
		half(standStill)(req, res);
	};
	const restAfterThat: Handler = (req, res) => void hungUp.then(() => rest(req, res));
	expect((await download([standingStill, restAfterThat], { direct: true })).equals(FILE)).toBe(true);
});

describe('a stream that is destroyed hangs up and does not ask again', () => {
	const destroyed = async (stream: FileStream): Promise<Buffer> => {
		stream.destroy();
		await once(stream, 'close');
		return Buffer.alloc(0);
	};
	const base64: Handler = (_req, res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).write(`"${FILE.toString('base64')}`);

	it.each<[string, boolean, Handler, (stream: FileStream) => Promise<Buffer>]>([
		['before it was read', false, half(standStill), destroyed],
		['before it was read, from the service itself', true, half(standStill), destroyed],
		['before it was read, as base64', true, base64, destroyed],
		[
			'while it waits for data',
			false,
			half(standStill),
			async (stream) => {
				for (let got = 0; got < HALF; got += (stream.read() as Buffer | null)?.length ?? 0) await once(stream, 'readable');
				return await destroyed(stream);
			},
		],
	])('%s', async (_, direct, handler, read) => {
		let hungUp = false;
		const first: Handler = (req, res) => {
			res.on('close', () => (hungUp = true));
			handler(req, res);
		};
		let askedAgain = false;
		const second: Handler = (req, res) => {
			askedAgain = true;
			whole(req, res);
		};
		await download([first, second], {
			direct,
			read: async (stream) => {
				const content = await read(stream);
				for (let tries = 0; !hungUp && tries < 40; tries++) await sleep(50);
				expect({ hungUp, askedAgain }).toEqual({ hungUp: true, askedAgain: false });
				return content;
			},
		});
	});
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
		await expect(download([stuck(400)])).rejects.toMatchObject({ description: expect.stringContaining('The file host answered 400: {"message":"Busy".') });
	});

	it('does not hold up a redirect', async () => {
		const toItself: Handler = (req, res) => stuck(307, { Location: '/file' })(req, res);
		expect((await download([toItself, whole], { direct: true })).equals(FILE)).toBe(true);
	});

	it.each([true, false])('is left at once when the execution is cancelled (from the service itself: %s)', async (direct) => {
		let cancel = () => {};
		const cancelling: Handler = (req, res) => {
			stuck(503)(req, res);
			setImmediate(() => cancel());
		};
		const attempt = download([cancelling], { direct, onStart: (execution) => (cancel = () => execution.cancel()) });
		await expect(attempt).rejects.toMatchObject({ description: expect.stringContaining('The execution was cancelled.') });
	});
});

it('a file host that cannot begin in the middle is read from the beginning again', async () => {
	expect((await download([half(cut), whole])).equals(FILE)).toBe(true);
});

it('a cut is noticed without an announced length', async () => {
	const unknownLength: Handler = (_req, res) => res.writeHead(200, { ETag: '"1"' }).end(FILE);
	expect((await download([half(cut, {}), unknownLength])).equals(FILE)).toBe(true);
});

it('a first answer without a length or a tag is gone on with by one that has them', async () => {
	const bare: Handler = (_req, res) => res.writeHead(200).write(FILE.subarray(0, HALF), () => cut(res));
	expect((await download([bare, rest])).equals(FILE)).toBe(true);
});

it('a part of a file of unknown length is taken', async () => {
	const untold: Handler = (_req, res) => res.writeHead(206, { 'Content-Range': `bytes ${HALF}-${FILE.length - 1}/*` }).end(FILE.subarray(HALF));
	expect((await download([half(cut), untold])).equals(FILE)).toBe(true);
});

it('a length that was told later counts, too', async () => {
	const bare: Handler = (_req, res) => res.writeHead(200).write(FILE.subarray(0, HALF), () => cut(res));
	const tooShort: Handler = (_req, res) => res.writeHead(206, { 'Content-Range': `bytes ${HALF}-${FILE.length - 1}/${FILE.length}` }).end(FILE.subarray(HALF, HALF + 70_000));
	expect((await download([bare, tooShort, rest])).equals(FILE)).toBe(true);
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
			description: expect.stringMatching(new RegExp(`^The ${who} answered ${status} without .* Tried 2 times`)),
			failure: { cause: 'temporarily-unavailable' },
		});
	});
});

it('a file that changed between two parts is not glued together', async () => {
	const changed: Handler = (_req, res) => res.writeHead(200, { 'Content-Length': FILE.length, ETag: '"2"' }).end(randomBytes(FILE.length));
	await expect(download([half(cut), changed])).rejects.toThrow('The file changed while it was downloaded');
});

it('a part that begins elsewhere is not taken', async () => {
	const elsewhere: Handler = (_req, res) => res.writeHead(206, { 'Content-Range': `bytes 10-${FILE.length - 1}/${FILE.length}`, ETag: '"1"' }).end(FILE.subarray(10));
	await expect(download([half(cut), elsewhere])).rejects.toThrow('The file changed while it was downloaded');
});

it('an error shows neither the address nor its signature', async () => {
	const refused: Handler = (_req, res) => res.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ code: 'BAD_LINK', message: 'Not this way' }));
	const error = await download([refused]).catch((caught: unknown) => caught as { message: string; description: string; context: unknown });
	expect(error).toMatchObject({ message: 'The download ended before any byte arrived', description: expect.stringContaining('The file host answered 400: Not this way (BAD_LINK).') });
	expect(JSON.stringify(error)).not.toMatch(/127\.0\.0\.1|secret/);
});

it('says how far it came when it gives up', async () => {
	const gone: Handler = (_req, res) => res.destroy();
	await expect(download([half(cut), gone], { maxTries: 2 })).rejects.toMatchObject({
		message: 'The download ended after 150,000 of 300,000 bytes',
		description: expect.stringMatching(/^The file host broke off .*Tried 2 times/),
	});
});

/** Hands out so many bytes from where it is asked to begin, and breaks off. */
const drip =
	(bytes: number): Handler =>
	(req, res) => {
		const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
		res.writeHead(206, { 'Content-Range': `bytes ${from}-${FILE.length - 1}/${FILE.length}`, 'Content-Length': FILE.length - from, ETag: '"1"' });
		const part = FILE.subarray(from, from + bytes);
		if (from + bytes >= FILE.length) res.end(part);
		else res.write(part, () => res.destroy());
	};

it('goes on through any number of interruptions as long as it comes on', async () => {
	expect((await download([drip(60_000)], { maxTries: 2 })).equals(FILE)).toBe(true);
});

it('gives up on a file host that breaks off after every few bytes', async () => {
	await expect(download([drip(5)], { maxTries: 3 })).rejects.toMatchObject({ message: 'The download ended after 15 of 300,000 bytes' });
});
