import type { IDataObject } from 'n8n-workflow';

import type { ConnectionTest } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';

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
