const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { dest, parallel, series, src } = require('gulp');

const { bundle } = require('./scripts/build/bundle');

/** Nothing of an earlier build may end up in the package. */
async function clean() {
	await rm('dist', { recursive: true, force: true });
}

const icons = () =>
	src('{nodes,credentials}/**/*.{svg,png}', { encoding: false }).pipe(dest('dist'));

/** Codex files and what operations return, without the spaces that only people need. */
const data = () =>
	src('nodes/**/*.json')
		.pipe(
			new Transform({
				objectMode: true,
				transform(file, _encoding, done) {
					file.contents = Buffer.from(JSON.stringify(JSON.parse(file.contents)));
					done(null, file);
				},
			}),
		)
		.pipe(dest('dist/nodes'));

exports.build = series(clean, parallel(bundle, icons, data));
