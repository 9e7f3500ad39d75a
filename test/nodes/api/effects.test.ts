import { matchesSent, mayMatchSent, rememberingIds } from '../../../nodes/api/effects';

describe('matchesSent', () => {
	it.each([
		['equal texts', { a: 'x' }, { a: 'x', b: 1 }, true],
		['other texts', { a: 'x' }, { a: 'y' }, false],
		['a missing field', { a: 'x' }, {}, false],
		['a field that was not sent', { a: undefined }, { a: 'x' }, true],
		[
			'objects in another order',
			{ a: { x: 1, y: [{ p: 1, q: 2 }] } },
			{ a: { y: [{ q: 2, p: 1 }], x: 1 } },
			true,
		],
		[
			'the same time in another form',
			{ a: '2026-01-01T00:00:00Z' },
			{ a: '2026-01-01T01:00:00.000+01:00' },
			true,
		],
		['labels in another form', { labels: { a: '1' } }, { labels: ['a=1'] }, true],
		['other labels', { labels: { a: '1' } }, { labels: { a: '2' } }, false],
	])('compares %s', (_case, sent, read, expected) => {
		expect(matchesSent(sent, read)).toBe(expected);
	});
});

describe('mayBe', () => {
	it('does not count what is missing', () => {
		expect(mayMatchSent({ a: 'x', b: 'y' }, { a: 'x' })).toBe(true);
		expect(mayMatchSent({ a: 'x', b: 'y' }, { a: 'x', b: 'z' })).toBe(false);
	});
});

describe('oneAtATime', () => {
	it('runs equal work in turn and tells what was made before', async () => {
		const told: string[][] = [];
		let running = 0;
		const work = async (made: readonly string[]) => {
			told.push([...made]);
			running += 1;
			expect(running).toBe(1);
			await Promise.resolve();
			running -= 1;
			return `id-${told.length}`;
		};
		const run = async () => await rememberingIds('equal work', undefined, work, (id) => [id]);
		await Promise.all([run(), run(), run()]);
		expect(told).toEqual([[], ['id-1'], ['id-1', 'id-2']]);
	});

	it('does not make a cancelled execution wait for its turn, nor give it one', async () => {
		const cancel = new AbortController();
		let finish = () => {};
		const first = rememberingIds(
			'slow work',
			undefined,
			async () => await new Promise<string>((resolve) => (finish = () => resolve('id'))),
			(id) => [id],
		);
		let hasBegun = false;
		const second = rememberingIds(
			'slow work',
			cancel.signal,
			async () => await Promise.resolve((hasBegun = true)),
			() => [],
		);
		cancel.abort();
		await expect(second).rejects.toThrow('The execution was cancelled');
		finish();
		expect(await first).toBe('id');
		await expect(
			rememberingIds(
				'slow work',
				undefined,
				async (made) => await Promise.resolve([...made]),
				(ids) => ids,
			),
		).resolves.toEqual(['id']);
		expect(hasBegun).toBe(false);
	});

	it('goes on after a failure', async () => {
		const fail = rememberingIds(
			'failing work',
			undefined,
			async () => await Promise.reject(new Error('no')),
			() => [],
		);
		const next = rememberingIds(
			'failing work',
			undefined,
			async (made) => await Promise.resolve([...made]),
			(ids) => ids,
		);
		await expect(fail).rejects.toThrow('no');
		expect(await next).toEqual([]);
	});
});
