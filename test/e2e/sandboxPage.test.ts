/** The sandbox's page as people see it in a browser. It needs no n8n. */
import type { Page } from 'playwright-core';

import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { seedJobsOfAllKinds } from '../support/jobsOfAllKinds';
import { glance, picture } from './picture';
import { type Look, LOOKS, sideways, usePlainPages } from './plainPages';

const DESK: Look = { width: 1440, colorScheme: 'light' };
const HOSTILE = '<img src=x onerror=alert(1)> "quoted" & more';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.reset());

const { run } = usePlainPages();

const jobCard = (page: Page, name: string) =>
	page.locator('details.job').filter({ hasText: name }).first();

async function rest(method: string, path: string, body?: unknown) {
	const { token } = await sandbox.issueToken(sandbox.clientId);
	const answer = await fetch(sandbox.baseUrl + path, {
		method,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return (await answer.json()) as Record<string, string>;
}

/** Two columns are narrowest just above 1200 pixels. */
const NARROW_DESKS = [1280, 1210, 1090].map((width): Look => ({ width, colorScheme: 'light' }));

it.each([...LOOKS, ...NARROW_DESKS])(
	'fits on a screen of $width pixels, $colorScheme, jobs open and a call refused',
	async (look) =>
		await run(async (open) => {
			await seedJobsOfAllKinds(sandbox);
			await rest('GET', '/jobs?orderBy=createdDate%20desc');
			await rest('PUT', '/jobs/nonsense/requests/approve', { requestIds: ['a'.repeat(80)] });
			const page = await open(sandbox.controlUrl, look);
			for (const name of ['Spring catalogue', 'App texts'])
				await jobCard(page, name).locator('summary').click();
			await page.getByText('The provider could not read buttons.json').waitFor();
			expect(await sideways(page)).toBe(0);
			const inner = await page.evaluate(
				`[...document.querySelectorAll('body *')]
					.filter((one) => getComputedStyle(one).overflowX === 'auto')
					.filter((one) => one.scrollWidth > one.clientWidth)
					.map((one) => one.className)`,
			);
			expect(inner).toEqual([]);
			const clipped = await page.evaluate(
				`[...document.querySelectorAll('.job[open] button')]
					.filter((one) => one.getBoundingClientRect().right > one.closest('.job').getBoundingClientRect().right)
					.map((one) => one.textContent)`,
			);
			expect(clipped).toEqual([]);
			await page.screenshot({
				path: glance(`sandbox-${look.width}-${look.colorScheme}`),
				fullPage: true,
			});
			if (look.width === DESK.width && look.colorScheme === DESK.colorScheme)
				await page.screenshot({ path: picture('sandbox') });
			await page.context().close();
		})(),
);

it(
	'shows the mails of workflows, with what a person may press',
	run(async (open) => {
		const page = await open(sandbox.controlUrl, DESK);
		await page.locator('#mails').waitFor({ state: 'attached' });
		expect(await page.getByText('Inbox').count()).toBe(0);
		const mail = { to: 'ada@example.com', subject: 'Send 72 words?', text: HOSTILE };
		const address = `${sandbox.controlUrl}/?answer=yes`;
		await sandbox.addMail({ ...mail, links: [{ label: 'Send', address }] });
		await page.getByText('Inbox (1)').waitFor();
		await page.getByText('Send 72 words?').waitFor();
		expect(await page.getByText(HOSTILE).isVisible()).toBe(true);
		const link = page.locator('#mails').getByRole('link', { name: 'Send', exact: true });
		expect(await link.getAttribute('href')).toBe(address);
		await sandbox.addMail({ ...mail, subject: 'Another one', links: [] });
		await page.getByText('Inbox (2)').waitFor();
		expect(await page.locator('#mails summary').first().innerText()).toContain('Another one');
		await page.screenshot({ path: glance('sandbox-mails') });
		await page.context().close();
	}),
);

it(
	'says what is left to do for a job, and what the colours mean',
	run(async (open) => {
		await seedJobsOfAllKinds(sandbox);
		const page = await open(sandbox.controlUrl, DESK);
		for (const [name, stage] of [
			['Website: home page', 'Ready to collect'],
			['Shop: product names', 'All done'],
			['Spring catalogue', 'In translation'],
		] as const)
			expect(await jobCard(page, name).locator('.pill').innerText()).toBe(stage);
		expect(await page.locator('#legend').innerText()).toContain('ready to collect');
		await page.context().close();
	}),
);

it(
	'copies what the form of the credential asks for',
	run(async (open) => {
		const page = await open(sandbox.controlUrl, DESK, {
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		for (const [label, value] of [
			['Base URL', sandbox.baseUrl],
			['Token URL', sandbox.authUrl],
			['Client ID', sandbox.clientId],
			['Client Secret', sandbox.clientSecret],
		] as const) {
			const field = page.locator('#connect > div').filter({ hasText: label });
			await field.getByRole('button').click();
			await field.getByText('Copied').waitFor();
			expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
		}
		await page.context().close();
	}),
);

it(
	'shows a translation beside its source, and as text only',
	run(async (open) => {
		const { jobId } = await rest('POST', '/jobs', {
			jobName: HOSTILE,
			connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b page 1.0.0',
			connectorVersion: '1.0.0',
		});
		const { sourcecontentId } = await rest('POST', `/jobs/${jobId}/sourcecontent`, {
			fields: [{ key: 'title', value: `Hello world ${HOSTILE}` }],
		});
		await rest('POST', `/jobs/${jobId}/requests/add`, {
			requestName: HOSTILE,
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			sourcecontentId,
		});
		await rest('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });

		const page = await open(sandbox.controlUrl, DESK);
		const dialogs: string[] = [];
		page.on('dialog', (dialog) => {
			dialogs.push(dialog.message());
			void dialog.dismiss();
		});
		await jobCard(page, 'quoted').locator('summary').click();
		await page.getByRole('button', { name: HOSTILE }).click();
		const view = page.locator('#translation');
		await view.getByText('[fr-fr]').waitFor();
		const texts = await view.locator('pre').allInnerTexts();
		expect(texts[0]).toBe(`Hello world ${HOSTILE}`);
		expect(texts[1]).toContain('Ĥéļļö ŵöŕļð');
		await page.screenshot({ path: glance('sandbox-translation') });
		await view.getByRole('button', { name: 'Close' }).click();
		await view.waitFor({ state: 'hidden' });
		expect([dialogs, await page.locator('img').count()]).toEqual([[], 0]);
		await page.context().close();
	}),
);

it(
	'dates an error, and drops it when the request is delivered again',
	run(async (open) => {
		const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, jobName: 'Damaged' });
		await sandbox.failRequest(requestIds[0]!, 'The file is damaged');
		const page = await open(sandbox.controlUrl, DESK);
		await jobCard(page, 'Damaged').locator('summary').click();
		await page.getByText(/The file is damaged \d+ s ago/).waitFor();
		await sandbox.deliver(jobIds[0]!);
		await page.getByText('The file is damaged').waitFor({ state: 'detached' });
		await page.context().close();
	}),
);
