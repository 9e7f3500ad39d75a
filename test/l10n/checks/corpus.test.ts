import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Check } from '../../../l10n/checks/check';
import { CHECKS } from '../../../l10n/checks/checks';
import { type Pair, TERMS } from './pair';

const FOLDER = join(__dirname, 'corpus');
const GUIDE = readFileSync(join(__dirname, '../../../docs/quality.md'), 'utf8');
const MIN_FOUND = 98;
const MAX_FALSE_ALARMS = 2;

const languages = readdirSync(FOLDER).map((file) => file.slice(0, 2));
const pairs = languages.flatMap((language) => {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const corpus = require(join(FOLDER, language)) as Record<string, Pair[]>;
	return corpus[language]!.map((pair) => ({ language, pair }));
});

const findsSomething = (check: Check, [source, translation, , most]: Pair): boolean =>
	check.find(
		{ key: 'text', source, translation },
		{ mayStay: false, maxLengthOf: () => most, termsToKeep: TERMS },
	).length > 0;

function judge(check: Check) {
	const isWrong = ([, , found = '']: Pair) => found.split(' ').includes(check.name);
	const wrong = pairs.filter(({ pair }) => isWrong(pair));
	const right = pairs.filter(({ pair }) => !isWrong(pair));
	const missed = wrong.filter(({ pair }) => !findsSomething(check, pair));
	const alarms = right.filter(({ pair }) => findsSomething(check, pair));
	return { wrong, right, missed, alarms };
}

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;

it('has at least 300 pairs in 15 languages, with verdicts on checks that exist', () => {
	const names = CHECKS.map(({ name }) => name);
	expect(languages.filter((language) => language !== 'xx').length).toBeGreaterThanOrEqual(15);
	expect(pairs.length).toBeGreaterThanOrEqual(300);
	const verdicts = pairs.flatMap(({ pair: [, , found] }) => found?.split(' ') ?? []);
	expect([...new Set(verdicts)].filter((name) => name !== '' && !names.includes(name))).toEqual([]);
});

it('the guide says how many pairs there are', () => {
	expect(GUIDE).toContain(`Measured on ${pairs.length} pairs of texts in 15 languages`);
});

it.each(CHECKS.map((check) => ({ name: check.name, check })))(
	'$name agrees with the verdicts, and the guide gives its figures',
	({ name, check }) => {
		const { wrong, right, missed, alarms } = judge(check);
		const found = percent(wrong.length - missed.length, wrong.length);
		const falseAlarms = percent(alarms.length, right.length);
		const list = (all: typeof pairs) =>
			all.map(
				({ language, pair: [source, translation] }) =>
					`\n  ${language}: ${source} → ${translation}`,
			);
		// A check without pairs proves nothing.
		expect(wrong).not.toEqual([]);
		process.stdout.write(
			`${name}: ${found} % of ${wrong.length} found, ${falseAlarms} % false alarms of ${right.length}\n`,
		);
		expect(found < MIN_FOUND ? `missed:${list(missed).join('')}` : '').toBe('');
		expect(falseAlarms > MAX_FALSE_ALARMS ? `alarms:${list(alarms).join('')}` : '').toBe('');
		expect(GUIDE).toContain(
			`| ${check.title} | ${found} % of ${wrong.length} | ${falseAlarms} % of ${right.length} |`,
		);
		if (process.env.SHOW_CORPUS)
			process.stdout.write(`missed:${list(missed).join('')}\nalarms:${list(alarms).join('')}\n`);
	},
);
