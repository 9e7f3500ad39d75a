const unit = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...unit,
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 300_000,
	// One n8n and one service serve the whole run; the tests take turns with them.
	maxWorkers: 1,
};
