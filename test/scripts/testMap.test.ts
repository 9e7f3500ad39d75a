/** Which tests the map names for a source. */
import { chooseTests, outdatedSources } from '../../scripts/testMap/choose';
import type { TestRun } from '../../scripts/testMap/record';

const SOURCE = 'nodes/http/retry.ts';
const run = (test: string, functions: string[], seconds = 1): TestRun => ({
	test,
	seconds,
	functions: functions.length > 0 ? { [SOURCE]: functions } : {},
});
const chosen = (...runs: TestRun[]) => chooseTests(runs)[SOURCE];

it('names first what runs most of a source', () => {
	const [few, all] = [run('test/few.test.ts', ['one']), run('test/all.test.ts', ['one', 'two'])];
	expect(chosen(few, all)).toEqual(['test/all.test.ts', 'test/few.test.ts']);
});

it('names first the cheapest of tests that run the same', () => {
	const [slow, fast] = [run('test/slow.test.ts', ['one'], 16), run('test/fast.test.ts', ['one'])];
	expect(chosen(slow, fast)).toEqual(['test/fast.test.ts', 'test/slow.test.ts']);
});

it('names first what is about a source by its place', () => {
	const [used, about] = ['test/nodes/api/jobs', 'test/nodes/http/retries'];
	expect(chosen(run(`${used}.test.ts`, ['one']), run(`${about}.test.ts`, ['one']))).toEqual([
		`${about}.test.ts`,
		`${used}.test.ts`,
	]);
});

it('names at most six, and none that takes too long for a commit', () => {
	const runs = (count: number, seconds: number) =>
		Array.from({ length: count }, (_, each) => run(`test/${each}.test.ts`, ['one'], seconds));
	expect(chosen(...runs(9, 1))).toHaveLength(6);
	expect(chosen(...runs(9, 16))).toHaveLength(1);
	expect(chosen(...runs(1, 60))).toEqual([]);
});

it('knows nothing of a source that no test runs', () => {
	expect(chosen(run('test/other.test.ts', []))).toBeUndefined();
});

it('a map is outdated if it misses what a test runs now', () => {
	const runs = [run('test/old.test.ts', ['one']), run('test/new.test.ts', ['two'])];
	expect(outdatedSources({ [SOURCE]: ['test/old.test.ts'] }, runs)).toEqual([SOURCE]);
	expect(outdatedSources(chooseTests(runs), runs)).toEqual([]);
});
