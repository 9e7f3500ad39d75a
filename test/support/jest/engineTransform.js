/** Makes Node load a module of n8n, see environment.js. */
module.exports = {
	process: (_source, file) => ({
		code: `module.exports = loadByNode(${JSON.stringify(file)});`,
	}),
	getCacheKey: (_source, file) => file,
};
