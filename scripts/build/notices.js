/** Writes the licences of all bundled code, as most of them demand. */
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { writeFile } = require('node:fs/promises');
const { join } = require('node:path');

const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';

const packageOf = (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];

/** Some packages are published without the text of their repository. */
const ADDED = join(__dirname, 'licences');

function readLicence(folder, name) {
	const own = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
	if (own) return readFileSync(join(folder, own), 'utf8');
	const added = join(ADDED, `${name.replace('/', '+')}.txt`);
	if (existsSync(added)) return readFileSync(added, 'utf8');
	throw new Error(`${name} is bundled, but its licence is not known. Add its text as ${added}.`);
}

/** The title of a licence and who has the rights, and the terms, which several may share. */
function notice(root, name) {
	const folder = join(root, 'node_modules', name);
	const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const text = readLicence(folder, name).trim();
	const [head] = /^(?:.*MIT.*\n+)?(?:Copyright.*\n+)*/.exec(text);
	return {
		name: `${name} ${version} (${license})\n${head.trim()}`,
		terms: text.slice(head.length),
	};
}

async function writeNotices(root, inputs) {
	const names = [...new Set(Object.keys(inputs).map(packageOf).filter(Boolean))].sort();
	const byTerms = new Map();
	for (const { name, terms } of names.map((each) => notice(root, each)))
		byTerms.set(terms, [...(byTerms.get(terms) ?? []), name]);
	const notices = [...byTerms].map(([terms, named]) => [...named, terms].join('\n\n'));
	const rule = `\n\n${'-'.repeat(80)}\n\n`;
	const head =
		'This package contains code of the following projects, each under the terms below it.';
	await writeFile(join(root, NOTICES), `${[head, ...notices].join(rule)}\n`);
}

module.exports = { writeNotices };
