import { parse } from 'node:path';

import type { TestRun } from './record';

/** By source: the test files to run after a change of it, best first. */
export type TestMap = Record<string, string[]>;

const AT_MOST = 6;
/** Of all of them together. With three workers, it is a third of that. */
const SECONDS = 28;
/** What a test file costs beside its tests: it loads the sources. */
const LOADING_SECONDS = 1;
/** A function that a chosen test runs already. */
const ONCE_MORE = 0.5;

interface Candidate {
	test: string;
	cost: number;
	functions: readonly string[];
	/** How likely the test is about the source, and does not just use it. */
	aboutIt: number;
}

/** In powers of two, so that the map hardly changes from one night to the next. */
const costOf = ({ seconds }: TestRun): number =>
	LOADING_SECONDS + 2 ** Math.round(Math.log2(Math.max(seconds, 0.5)));

const nameOf = (file: string): string => parse(file).base.split('.')[0]!;

/** Tests mirror the tree of the sources. */
function aboutIt(test: string, source: string): number {
	const folders = source.split('/').slice(0, -1);
	const mirrored = test.split('/').slice(1, -1);
	const others = folders.findIndex((name, depth) => name !== mirrored[depth]);
	const common = others < 0 ? folders.length : others;
	return 2 ** common * (nameOf(test) === nameOf(source) ? 4 : 1);
}

/** The more tests run a function, the less it says. */
function weigh(candidates: readonly Candidate[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const name of candidates.flatMap(({ functions }) => functions))
		times.set(name, (times.get(name) ?? 0) + 1);
	return new Map([...times].map(([name, count]) => [name, 1 / Math.sqrt(count)]));
}

/** Each next one is that which adds most to those before it. */
function choose(candidates: readonly Candidate[]): string[] {
	const weights = weigh(candidates);
	const worth = ({ functions, aboutIt, cost }: Candidate) =>
		(aboutIt * functions.reduce((sum, name) => sum + weights.get(name)!, 0)) / Math.sqrt(cost);
	const chosen: string[] = [];
	let [open, seconds] = [candidates, SECONDS];
	while (chosen.length < AT_MOST) {
		open = open.filter(({ test, cost }) => !chosen.includes(test) && cost <= seconds);
		if (open.length === 0) break;
		const best = open.reduce((best, each) => (worth(each) > worth(best) ? each : best));
		chosen.push(best.test);
		seconds -= best.cost;
		for (const name of best.functions) weights.set(name, weights.get(name)! * ONCE_MORE);
	}
	return chosen;
}

export function chooseTests(runs: readonly TestRun[]): TestMap {
	// The tests of the pages load sources late, which would count, and check runs them anyway.
	const ordered = runs
		.filter(({ test }) => !test.startsWith('test/docs/'))
		.sort((one, other) => (one.test < other.test ? -1 : 1));
	const sources = [...new Set(ordered.flatMap(({ functions }) => Object.keys(functions)))].sort();
	return Object.fromEntries(
		sources.map((source) => {
			const candidates = ordered.flatMap((run) => {
				const functions = [...new Set(run.functions[source])];
				const about = aboutIt(run.test, source);
				return functions.length > 0
					? [{ test: run.test, cost: costOf(run), functions, aboutIt: about }]
					: [];
			});
			return [source, choose(candidates)];
		}),
	);
}

/** Sources of which the tests in the map run less than nine tenths of what others could. */
export function outdatedSources(map: TestMap, runs: readonly TestRun[]): string[] {
	const ranBy = (source: string, tests: readonly string[] = []) =>
		new Set(
			runs.flatMap(({ test, functions }) =>
				tests.includes(test) ? (functions[source] ?? []) : [],
			),
		).size;
	return Object.entries(chooseTests(runs))
		.filter(([source, tests]) => ranBy(source, map[source]) < 0.9 * ranBy(source, tests))
		.map(([source]) => source);
}
