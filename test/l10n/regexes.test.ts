/** No regular expression of l10n tries ever more ways for each sign of a long text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

import { slowPart } from './support/backtracking';

const ROOT = join(__dirname, '../../l10n');
const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);

function literalsOf(file: string): RegExp[] {
	const found: RegExp[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const { text } = node;
			const end = text.lastIndexOf('/');
			found.push(new RegExp(text.slice(1, end), text.slice(end + 1)));
		}
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest));
	return found;
}

/** Those that a module makes when it is loaded. */
async function madeBy(file: string): Promise<RegExp[]> {
	const made: RegExp[] = [];
	const Usual = globalThis.RegExp;
	globalThis.RegExp = new Proxy(Usual, {
		construct(target, given: [string, string?], newTarget) {
			const regex = Reflect.construct(target, given, newTarget) as RegExp;
			made.push(regex);
			return regex;
		},
	});
	try {
		jest.resetModules();
		await import(join(ROOT, file));
	} finally {
		globalThis.RegExp = Usual;
	}
	return made;
}

it.each(FILES)('%s', async (file) => {
	const all = new Map(
		[...literalsOf(file), ...(await madeBy(file))].map((each) => [`${each}`, each]),
	);
	const slow = [...all].flatMap(([shown, regex]) => {
		const found = slowPart(regex);
		return found ? [{ regex: shown, ...found }] : [];
	});
	expect(slow).toEqual([]);
});
