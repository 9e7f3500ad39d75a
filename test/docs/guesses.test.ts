import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GUESSES, UNCONFIRMED_FIELDS } from '../../nodes/api/wire';

const page = readFileSync(join(__dirname, '../../docs/internals/wire-contract.md'), 'utf8');

it.each(Object.entries(GUESSES))(
	'the wire contract tells what is done without %s',
	(_, { sent, sure, without }) => {
		expect(page).toContain(`| ${sent} | ${sure} | ${without} |`);
	},
);

it.each(Object.keys(UNCONFIRMED_FIELDS))(
	'the wire contract names %s as a field that may be refused',
	(field) => {
		const [, section] = page.split('## Guesses, and what is done without them');
		expect(section!.split('\n## ')[0]).toContain(`\`${field}\``);
	},
);

it.each(Object.entries(GUESSES))(
	'the wire contract tells how Check-Up sees %s, or why not',
	(guess, { sure }) => {
		const [, section] = page.split('## What Check-Up sees');
		expect(section!.split('\n## ')[0]).toContain(`\n| \`${guess}\` | ${sure} | `);
	},
);
