import { PassThrough, Readable } from 'node:stream';

import { readRefusal } from '../../../nodes/http/body';

const read = async (status: number, body: Readable) =>
	(await readRefusal({ response: { status, headers: {}, body } }, new AbortController().signal))
		.response?.body;

describe('the body of a refused download', () => {
	it('is JSON or text', async () => {
		expect(
			await read(400, Readable.from([Buffer.from('{"message":'), Buffer.from('"No"}')])),
		).toEqual({ message: 'No' });
		expect(await read(503, Readable.from([Buffer.from('No')]))).toBe('No');
	});

	it('is kept as far as it came when it breaks off', async () => {
		const body = new PassThrough();
		body.write('temporarily unavailable', () => body.destroy(new Error('ECONNRESET')));
		expect(await read(400, body)).toBe('temporarily unavailable');
	});

	it('is not read to its end when it is large', async () => {
		let sent = 0;
		const chunk = Buffer.alloc(10_000, 'x');
		const endless = new Readable({
			read() {
				sent += chunk.length;
				this.push(sent > 100_000_000 ? null : chunk);
			},
		});
		const text = await read(400, endless);
		expect(text).toMatch(/^x{60000,80000}$/);
		expect(sent).toBeLessThan(1_000_000);
		expect(endless.destroyed).toBe(true);
	});

	it('is not read at all when it is a redirect', async () => {
		const body = new PassThrough();
		body.write('Moved');
		expect(await read(307, body)).toBe('');
		expect(body.readableFlowing).toBeNull();
		expect(body.destroyed).toBe(true);
	});
});
