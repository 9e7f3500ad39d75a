import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MUTANTS } from '../../scripts/mutants/mutants';

const ROOT = join(__dirname, '..', '..');

it.each(MUTANTS.map(({ name, file, search }) => [name, file, search]))(
	'the mutant "%s" fits into its source',
	(_name, file, search) => {
		expect(readFileSync(join(ROOT, file), 'utf8').split(search)).toHaveLength(2);
	},
);

it.each([...new Set(MUTANTS.flatMap(({ tests }) => tests))])('%s is there', (tests) => {
	expect(existsSync(join(ROOT, tests))).toBe(true);
});
