const unit = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...unit,
	roots: ['<rootDir>/test/matrix'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 3_600_000,
	reporters: ['default', '<rootDir>/test/matrix/support/casesLine.js', '<rootDir>/test/support/closingLine.js'],
};
