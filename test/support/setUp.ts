import type * as FastCheck from 'fast-check';

/** The waits of the nodes take no time in any test. */
jest.mock('../../nodes/core/clock', () => jest.requireActual('./simulatedTime'));

/** Properties try the same cases each time, so that a change is judged by its own faults. Each night tries others. */
jest.mock('fast-check', () => {
	const fc = jest.requireActual<typeof FastCheck>('fast-check');
	fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
	return fc;
});
