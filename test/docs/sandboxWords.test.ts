import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox/launch';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'internals', 'sandbox.md'), 'utf8');

it('docs/internals/sandbox.md names every button that plays the provider', () => {
	const script = readFileSync(join(root, 'sandbox', 'page', 'jobs.js'), 'utf8');
	const buttons = script
		.split("'button'")
		.slice(1)
		.filter((rest) => /^[^]{0,60}\bact\(/.test(rest))
		.map((rest) => /'([A-Z][^']*)',?\s*\)/.exec(rest)?.[1]);
	expect(buttons).toEqual(['Deliver', 'Deliver again', 'Cancel', 'Error', 'Deliver all']);
	expect(buttons.filter((button) => !page.includes(`*${button}*`))).toEqual([]);
});

it('docs/internals/sandbox.md quotes only words of the page', () => {
	const shown = readdirSync(join(root, 'sandbox', 'page'))
		.map((file) => readFileSync(join(root, 'sandbox', 'page', file), 'utf8'))
		.join('\n');
	const ofTheCredential = ['Base URL', 'Token URL', 'Client ID', 'Client Secret'];
	const quoted = [...page.matchAll(/(?<![\w*`])\*([A-Z][^*`\n]+)\*(?![\w*])/g)].map(
		([, words]) => words!,
	);
	expect(
		quoted.filter((words) => !ofTheCredential.includes(words) && !shown.includes(words)),
	).toEqual([]);
});

it('docs/internals/sandbox.md names the actions as the sandbox does', async () => {
	const sandbox = await startSandbox();
	try {
		const answer = await fetch(`${sandbox.controlUrl}/_sandbox/nothing`, {
			method: 'POST',
			body: '{}',
		});
		const listed = await answer.text();
		const table = /\| `configure[^]*?\n\n/.exec(page)![0];
		const functions = [...table.matchAll(/`(\w+)\(/g)].map(([, name]) => name!);
		expect(functions.length).toBeGreaterThan(20);
		const others = functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed));
		expect(others).toEqual(['cancelRequest', 'failRequest']);
		for (const action of ['cancelRequests', 'failRequests']) {
			expect(listed).toContain(action);
			expect(page).toContain(`\`${action}\``);
		}
		for (const name of functions) expect(sandbox).toHaveProperty(name);
	} finally {
		await sandbox.stop();
	}
});
