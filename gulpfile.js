const { src, dest } = require('gulp');

/** What tsc leaves behind: icons, codex files and output schemas. */
function assets() {
	return src('{nodes,credentials}/**/*.{svg,png,json}', { encoding: false }).pipe(dest('dist'));
}

exports['build:assets'] = assets;
