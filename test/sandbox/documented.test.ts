import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RULES } from '../../sandbox/calls/violations';
import { GUESS_NAMES } from '../../sandbox/model/guessedParts';
import { COMPLETED_STATUSES } from '../../sandbox/model/model';
import { defaultVariants } from '../../sandbox/model/variants';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'internals', 'sandbox.md'), 'utf8');

it.each([
	['switches', Object.keys(defaultVariants())],
	['guesses that can be refused', GUESS_NAMES],
	['statuses of a delivery', COMPLETED_STATUSES],
	['violations', RULES],
])('docs/internals/sandbox.md names all %s', (_what, names) => {
	expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
