/** What the build makes shorter without changing what the code does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

import { withOwnNames } from '../../../scripts/build/ownNames.js';
import { withPlainNamespaces } from '../../../scripts/build/plainNamespaces.js';

const run = (code: string): unknown => vm.runInNewContext(code) as unknown;

describe('a variable with a number', () => {
	/** As esbuild writes it: `key` is a variable of a module, and less used than those of functions. */
	const inFunctions = (uses: string) => `var key = "of the module";
function inside(given) {
  ${uses}
}
(key2) => [key2, key2, key2, key2, key2, key2, key2, key2, key2, key2, key2];
JSON.stringify([key, { key }, inside({ key: 1, other: { key: 2 } })]);`;

	it.each([
		['an object', 'let key2 = 3; return { key: key2, other: key2 };', '{ key, other: key }'],
		['a member', 'let { key: key2 } = given; return key2 + given.key;', '{ key } = given'],
		['a default', 'let { key: key2 = 4 } = {}; return key2;', '{ key = 4 } = {}'],
		['a rest', 'let { other, ...key2 } = given; return key2;', '...key } = given'],
		['a list', 'let [key2] = [given.key]; return [key2, key2];', '[key] = [given.key]'],
		['a parameter', 'return ((key2, other = key2) => [key2, other])(5);', '(key, other = key)'],
		['another name', 'let { other: key2 } = given; return [key2];', '{ other: key } = given'],
		['an assignment', 'let key2; ({ key: key2 } = given); return key2;', '({ key } = given)'],
		[
			'its class',
			'let key2 = 6; return new class { key = key2; at() { return key2; } }().at();',
			'key = key;',
		],
		['a method', 'let key2 = 7; return { key() { return key2; } }.key();', 'key() { return key;'],
		['a text', 'let key2 = "key2"; return [key2, `key2 ${key2}`];', '`key2 ${key}`'],
	])('gets its own name in %s', (_what, uses, short) => {
		const code = inFunctions(uses);
		const named = withOwnNames(code);
		expect(named).toContain(short);
		expect(named).toContain('var key2 = "of the module"');
		expect(run(named)).toBe(run(code));
	});
});

it('a name of a module stays if it is used more than the one with a number', () => {
	const code = 'var key = 1; [key, key, key]; (key2) => key2;';
	expect(withOwnNames(code)).toBe(code);
});

it('a number that belongs to the name stays', () => {
	const code = 'var base6 = 1; (base64) => [base64, base64, base64];';
	expect(withOwnNames(code)).toBe(code);
});

describe('a namespace', () => {
	const module = (name: string) => `var ${name} = {};
__export(${name}, {
  execute: () => execute2,
  fields: () => fields
});
var fields = ["a"];
function execute2() {
  return fields;
}
`;
	const helper =
		'var __export = (target, all) => { for (var name in all) target[name] = all[name](); };\n';

	it('is written where it is used', () => {
		const plain = withPlainNamespaces(`${module('get_exports')}var all = { get: get_exports };\n`);
		expect(plain).not.toContain('get_exports');
		expect(run(`${plain}all.get.execute() === all.get.fields`)).toBe(true);
	});

	it.each([
		['twice', '({ get: get_exports, again: get_exports });'],
		['other than as a member', 'toModule(get_exports);'],
	])('stays if it is used %s', (_how, use) => {
		const code = `${helper}${module('get_exports')}${use}\n`;
		expect(withPlainNamespaces(code)).toBe(code);
	});

	it('has no export that changes', () => {
		const folder = join(__dirname, '..', '..', '..', 'nodes');
		const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		const changing = sources.filter(
			(file) =>
				file.endsWith('.ts') &&
				/^export (let|var) /m.test(readFileSync(join(folder, file), 'utf8')),
		);
		expect(changing).toEqual([]);
	});
});
