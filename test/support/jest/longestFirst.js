/**
 * Starts long test files first, so that none is left alone at the end. Jest orders by the times of
 * its last run, which a fresh clone does not have.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** From the longest on. */
const LONG = [
	'e2e/n8n',
	'e2e/editor',
	'matrix/polls',
	'matrix/sendAndCollect',
	'matrix/files',
	'matrix/trigger',
	'nothingIsLost.soak',
	'untilStored.soak',
	'matrix/request',
	'matrix/job',
	'matrix/projectSettings',
	'matrix/others',
];
const placeOf = ({ path }) => {
	const place = LONG.findIndex((name) => path.endsWith(`/${name}.test.ts`));
	return place < 0 ? LONG.length : place;
};

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
	}
};
