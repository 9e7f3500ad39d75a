/**
 * How much is tried of what chance or combination offers. `npm test`, `npm run test:soak` and
 * `.ci/run` try a part; TEST_DEPTH=all tries all of it.
 */
export const TRIES_ALL = process.env.TEST_DEPTH === 'all';

export const tries = ({ part, all }: { part: number; all: number }): number =>
	TRIES_ALL ? all : part;
