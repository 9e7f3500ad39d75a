import type * as FastCheck from 'fast-check';

/** Properties try the same cases each time, so that a change is judged by its own faults. Each night tries others. */
jest.mock('fast-check', () => {
	const fc = jest.requireActual<typeof FastCheck>('fast-check');
	fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
	return fc;
});
