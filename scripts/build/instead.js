/**
 * Code of libraries that the package leaves out, because Node has it or our settings never reach
 * it, and the small files in its place. The tests use them as well (jest.config.js).
 */
const file = (name) => `./scripts/build/instead/${name}.js`;

/** By the name of a package. */
const PACKAGES = {
	'url-parse': file('url'),
	'@nodable/entities': file('unused'),
	'is-unsafe': file('unused'),
	strnum: file('unused'),
	'path-expression-matcher': file('tagPath'),
};

/** Only in the build: n8n itself uses this package in the tests. */
const PACKAGES_OF_THE_BUILD = { 'js-base64': file('base64') };

/** By how a library names a file of its own. */
const FILES = {
	'./DocTypeReader.js': file('documentType'),
	'./node2json.js': file('unused'),
};

module.exports = { PACKAGES, PACKAGES_OF_THE_BUILD, FILES };
