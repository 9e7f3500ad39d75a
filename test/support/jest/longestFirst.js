/**
 * Starts long test files first, so that none is left alone at the end. Jest orders by the times of
 * its last run, which a fresh clone does not have.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** From the longest on. */
const LONG = [
	'e2e/n8n',
	'e2e/editor',
	'e2e/waiting',
	'matrix/polls',
	'matrix/files',
	'nothingIsLost.soak',
	'untilStored.soak',
	'matrix/sendAndCollect',
	'matrix/others',
	'matrix/request',
	'send/killed.soak',
	'killedPolls.soak',
	'matrix/trigger',
	'plantedSecrets.soak',
	'matrix/job',
	'leftovers.soak',
	'badDelivery.soak',
	'wholeAnswers.soak',
	'matrix/projectSettings',
	'file/download',
	'statusPoll',
	'scripts/start',
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
