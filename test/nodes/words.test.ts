/** Texts say what happened. n8n's guidelines avoid words that only say that something did. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '../..');
const AVOIDED = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;

/** What n8n calls a setting of its own, and names of output fields. */
const NAMES = [/'On Error: Continue'/g, /["`]problems["`]/g];

/** Texts with a space are for people. Words alone are names; code and patterns are for programs. */
const isText = (text: string) => /\S\s+\S/.test(text) && !/^=\{\{|\|.*\|/.test(text);

function textsIn(path: string): string[] {
	const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const texts: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isImportDeclaration(node)) return;
		if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
		if (ts.isTemplateExpression(node))
			texts.push(
				[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
			);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts.filter(isText);
}

const files = ['nodes', 'l10n', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

it('no text speaks of errors, problems, failures or mistakes', () => {
	const found = files.flatMap((file) =>
		textsIn(join(ROOT, file))
			.filter((text) => AVOIDED.test(NAMES.reduce((rest, name) => rest.replace(name, ''), text)))
			.map((text) => `${file}: ${text}`),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(found).toEqual([]);
});
