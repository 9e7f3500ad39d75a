const { src, dest } = require('gulp');
const { rm } = require('node:fs/promises');

/** Nothing of an earlier build may end up in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** What tsc leaves behind: icons, codex files and output schemas. */
function assets() {
	return src('{nodes,credentials}/**/*.{svg,png,json}', { encoding: false }).pipe(dest('dist'));
}

exports.clean = clean;
exports['build:assets'] = assets;
