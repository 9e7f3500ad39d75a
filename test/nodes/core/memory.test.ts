import { BoundedMap, KeyedQueue, Once, perRun } from '../../../nodes/core/caches';

describe('a bounded map', () => {
	it('forgets the entry that was set first', () => {
		const map = new BoundedMap<number>({ maxEntries: 2 });
		map.set('a', 1);
		map.set('b', 2);
		map.set('a', 3);
		map.set('c', 4);
		expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
	});

	it('forgets an entry that is too old, and one from the future', () => {
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000 });
		map.set('a', 1, 5_000);
		expect(map.get('a', 5_999)).toBe(1);
		expect(map.get('a', 6_000)).toBeUndefined();
		expect(map.get('a', 4_000)).toBeUndefined();
	});

	it('lists what it has not forgotten, the newest last', () => {
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000 });
		map.set('a', 1, 0);
		map.set('b', 2, 500);
		map.set('c', 3, 600);
		map.set('b', 4, 700);
		expect(map.values(900)).toEqual([1, 3, 4]);
		expect(map.values(1_000)).toEqual([3, 4]);
	});

	it('keeps no old entry in memory once another is set', () => {
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000 });
		map.set('a', 1, 0);
		map.set('b', 2, 500);
		map.set('c', 3, 1_200);
		expect(['a', 'b', 'c'].map((key) => map.get(key, 900))).toEqual([undefined, 2, 3]);
	});

	it('gives a caller who asks for less age nothing older', () => {
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000 });
		map.set('a', 1, 0);
		expect(map.get('a', 100, 101)).toBe(1);
		expect(map.get('a', 100, 100)).toBeUndefined();
		expect(map.get('a', 1_000, 5_000)).toBeUndefined();
	});

	it('shows what it still keeps', () => {
		const map = new BoundedMap<number>({ maxEntries: 10, maxAgeMs: 1_000 });
		map.set('a', 1, 0);
		map.set('b', 2, 500);
		expect(map.values(900)).toEqual([1, 2]);
		expect(map.values(1_200)).toEqual([2]);
	});
});

describe('once', () => {
	it('lets concurrent callers share one read', async () => {
		const once = new Once<number>();
		let reads = 0;
		const read = async () => ++reads;
		expect(await Promise.all([once.get('a', read), once.get('a', read)])).toEqual([1, 1]);
		expect(await once.get('a', read)).toBe(1);
		expect(await once.get('b', read)).toBe(2);
	});

	it('fails for all who wait, and forgets the failure', async () => {
		const once = new Once<number>();
		const fail = async () => {
			throw new Error('no');
		};
		const ends = await Promise.allSettled([once.get('a', fail), once.get('a', fail)]);
		expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await once.get('a', async () => 1)).toBe(1);
	});

	it('keeps a failure where that is wanted', async () => {
		const once = new Once<number>({ keepFailures: true });
		const fail = jest.fn(async () => {
			throw new Error('no');
		});
		await expect(once.get('a', fail)).rejects.toThrow('no');
		await expect(once.get('a', fail)).rejects.toThrow('no');
		expect(fail).toHaveBeenCalledTimes(1);
	});

	it('reads again for a caller who asks for less age', async () => {
		const once = new Once<number>({ maxEntries: 10 });
		expect(await once.get('a', async () => 1)).toBe(1);
		expect(await once.get('a', async () => 2, 60_000)).toBe(1);
		expect(await once.get('a', async () => 3, 0)).toBe(3);
		expect(await once.known('a')).toBe(3);
	});

	it('a late failure does not forget the read that took its place', async () => {
		const once = new Once<number>();
		let fail = () => {};
		const first = once.get('a', async () => {
			await new Promise<void>((resolve) => (fail = resolve));
			throw new Error('no');
		});
		once.forget('a');
		await once.get('a', async () => 2);
		fail();
		await expect(first).rejects.toThrow('no');
		expect(await once.get('a', async () => 3)).toBe(2);
	});
});

it('a memory per run is shared within a run and by no other', () => {
	const memoryOf = perRun(() => new Set<string>());
	const [run, other] = [{}, {}];
	memoryOf(run).add('a');
	expect(memoryOf(run).has('a')).toBe(true);
	expect(memoryOf(other).has('a')).toBe(false);
});

describe('a keyed queue', () => {
	it('runs work of one key in order, and work of another key meanwhile', async () => {
		const queue = new KeyedQueue();
		const log: string[] = [];
		let finish = () => {};
		const first = queue.run('a', async () => {
			log.push('a1 begins');
			await new Promise<void>((resolve) => (finish = resolve));
			log.push('a1 ends');
		});
		const second = queue.run('a', async () => void log.push('a2'));
		await queue.run('b', async () => void log.push('b'));
		finish();
		await Promise.all([first, second]);
		expect(log).toEqual(['a1 begins', 'b', 'a1 ends', 'a2']);
	});

	it('goes on after a failure', async () => {
		const queue = new KeyedQueue();
		const failed = queue.run('a', async () => {
			throw new Error('no');
		});
		const next = queue.run('a', async () => 'done');
		await expect(failed).rejects.toThrow('no');
		expect(await next).toBe('done');
	});
});
