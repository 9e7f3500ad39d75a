/** What is renamed must not disappear from `.ci/run`. */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

import { long, older } from '../../.ci/byDay.json';

const files = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' }).map(
	(file) => file.replaceAll(sep, '/'),
);

it.each([...new Set([...long, ...older])])('%s is a test', (name) => {
	const pattern = new RegExp(
		`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}\\.test\\.ts$`,
	);
	expect(files.filter((file) => pattern.test(file))).not.toEqual([]);
});
