import { nextMoment, readTogether } from '../../../nodes/TranslationJobsTrigger/sharedReads';

let keys = 0;
const newKey = () => `key ${(keys += 1)}`;

/** A read that ends when it is told to. */
class Reading {
	readonly asked: string[][] = [];
	private readonly ends: Array<(value: number) => void> = [];

	read = async (ids: string[]): Promise<number> =>
		await new Promise<number>((resolve) => {
			this.asked.push(ids);
			this.ends.push(resolve);
		});

	async begun(count: number): Promise<void> {
		while (this.asked.length < count) await new Promise((resolve) => setImmediate(resolve));
	}

	end(number: number) {
		this.ends[number - 1]!(number);
	}
}

it('a callback is not served by a read that began before it arrived', async () => {
	const [key, reading] = [newKey(), new Reading()];
	const first = readTogether(key, nextMoment(), reading.read);
	await reading.begun(1);
	const later = [1, 2, 3].map(async () => await readTogether(key, nextMoment(), reading.read));
	reading.end(1);
	expect(await first).toBe(1);
	await reading.begun(2);
	reading.end(2);
	expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

it('a read serves all that arrived before it began, also after its end', async () => {
	const [key, reading] = [newKey(), new Reading()];
	const arrived = nextMoment();
	const first = readTogether(key, arrived, reading.read);
	await reading.begun(1);
	const during = readTogether(key, arrived, reading.read);
	reading.end(1);
	expect(await Promise.all([first, during])).toEqual([1, 1]);
	expect(await readTogether(key, arrived, reading.read)).toBe(1);
});

it('the next read is for the ids of all that wait, and none that was not read counts as read', async () => {
	const [key, reading] = [newKey(), new Reading()];
	const arrived = nextMoment();
	const first = readTogether(key, arrived, reading.read, ['a']);
	await reading.begun(1);
	const others = ['b', 'c'].map(
		async (id) => await readTogether(key, arrived, reading.read, ['a', id]),
	);
	reading.end(1);
	await first;
	await reading.begun(2);
	reading.end(2);
	expect(await Promise.all(others)).toEqual([2, 2]);
	expect(reading.asked).toEqual([['a'], ['a', 'b', 'c']]);
});

it('a read that failed serves nobody later', async () => {
	const key = newKey();
	const arrived = nextMoment();
	const fail = async () => await Promise.reject(new Error('down'));
	await expect(readTogether(key, arrived, fail)).rejects.toThrow('down');
	expect(await readTogether(key, arrived, async () => await Promise.resolve(2))).toBe(2);
});
