// Loaded into the processes of a test: TRANSLATION_JOBS_ENGINE may name another n8n engine for
// them. See jest.older.config.js.
const Module = require('node:module');
const { join } = require('node:path');

const engine = process.env.TRANSLATION_JOBS_ENGINE;
const resolve = Module._resolveFilename;
if (engine) {
	Module._resolveFilename = function (request, parent, ...rest) {
		const isOurs =
			/^(n8n-core|n8n-workflow|@n8n\/[^/]+)($|\/)/.test(request) &&
			!parent?.filename?.startsWith(engine);
		return resolve.call(this, isOurs ? join(engine, request) : request, parent, ...rest);
	};
}
