/**
 * Writes test/map.json: by source, the few test files that `npm run check` runs after a change of
 * it. With --check it writes nothing, but fails if the map has become worse than it could be.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chooseTests, outdatedSources, type TestMap } from './choose';
import { recordTests } from './record';

const root = join(__dirname, '..', '..');
const file = join(root, 'test', 'map.json');

/** A source in each line, for a short diff. */
function write(map: TestMap): void {
	const lines = Object.entries(map).map(
		([source, tests]) => `\t${JSON.stringify(source)}: ${JSON.stringify(tests)}`,
	);
	writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

const runs = recordTests(root);
if (process.argv.includes('--check')) {
	const outdated = outdatedSources(JSON.parse(readFileSync(file, 'utf8')) as TestMap, runs);
	if (outdated.length > 0) {
		console.error(
			['', 'The tests in test/map.json no longer run most of:', ...outdated].join('\n  '),
		);
		console.error('Run npm run test:map, and commit test/map.json.');
		process.exitCode = 1;
	}
} else write(chooseTests(runs));
