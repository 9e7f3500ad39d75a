const older = require('./jest.older.config.js');
const matrix = require('./jest.matrix.config.js');

/** @type {import('jest').Config} */
module.exports = { ...matrix, moduleNameMapper: older.moduleNameMapper, forceExit: older.forceExit };
