import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import type { ConnectionTest } from '../../../scripts/n8n/run/rest';
import { useEditorWindow } from '../editorWindow';
import type { Environment } from '../environment';

const PAGE = readFileSync(join(__dirname, '../../../docs/credentials.md'), 'utf8');
/** The first row of the page's table. */
const REFUSED = 'refused the client ID or the client secret';

/** Words of the editor, as the page quotes them. */
function quoted(place: RegExp): string {
	const words = place.exec(PAGE)?.[1];
	if (!words) throw new Error(`The page does not say ${place}`);
	return words;
}

export function credentials(environment: Environment): void {
	async function testWith(type: string, changes: IDataObject): Promise<ConnectionTest> {
		const stored = environment.workbench.credentials.get(type);
		if (!stored) throw new Error(`n8n knows no credential type "${type}"`);
		return await environment.workbench.rest.testCredential({
			...stored,
			data: { ...stored.data, ...changes },
		});
	}

	it('the credential test passes with what the service handed out', async () => {
		expect(await testWith('translationJobsApi', {})).toEqual({
			status: 'OK',
			message: expect.any(String),
		});
	});

	it('a wrong secret fails in words', async () => {
		const { status, message } = await testWith('translationJobsApi', {
			clientSecret: 'not-the-secret',
		});
		expect(status).toBe('Error');
		expect(message).toMatch(/client ID|client secret/i);
		expect(message).not.toContain('not-the-secret');
	});

	it('an address where nobody answers fails in words', async () => {
		const { status, message } = await testWith('translationJobsApi', {
			authUrl: 'http://127.0.0.1:9',
		});
		expect(status).toBe('Error');
		expect(message).toMatch(/could not be reached|cannot be reached|no answer|not reach/i);
	});

	it('the project settings credential passes', async () => {
		expect(await testWith('translationProjectSettingsApi', {})).toEqual({
			status: 'OK',
			message: expect.any(String),
		});
	});
}

/** The dialog of a credential in the editor. */
export function credentialDialog(environment: Environment): void {
	const { run } = useEditorWindow(environment);

	it(
		'a wrong secret: *More details* shows what is wrong',
		run(async (window) => {
			const { baseUrl, authUrl, clientId } = environment.sandbox;
			await window.goTo('home/credentials');
			await window.press('Create credential');
			await window.searchFor('Translation Jobs API');
			await window.press('Continue');
			await window.enter('Base URL', baseUrl);
			await window.enter('Token URL', authUrl);
			await window.enter('Client ID', clientId);
			await window.enter('Client Secret', 'not-the-secret');
			await window.press('Save');
			await window.shows(quoted(/says "([^"]+)" if one of them fails/));
			expect(await window.isShown(REFUSED)).toBe(false);
			await window.press(quoted(/Click \*([^*]+)\* to read what is wrong/));
			await window.shows(REFUSED);
		}),
	);
}
