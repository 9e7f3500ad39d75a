/** How the pages say that the package is installed by hand. test/scripts/compose.test.ts runs their command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it.each(['README.md', 'docs/scale.md', 'docs/upgrading.md'])(
	'%s says how n8n 3 is told to load it',
	(page) => {
		expect(readFileSync(join(__dirname, '../..', page), 'utf8')).toContain(
			'`N8N_UNVERIFIED_PACKAGES_ENABLED=true`',
		);
	},
);
