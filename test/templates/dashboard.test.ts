import type { INodeType } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { useHarness } from '../support/harness';
import { seedJobsOfAllKinds } from '../support/jobsOfAllKinds';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';

const HOSTILE = `<script>alert("1")</script> 'it' & \`tick\` 🎉 </li>`;
const HARMLESS =
	'&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &#39;it&#39; &amp; &#96;tick&#96; 🎉 &lt;/li&gt;';

describe('The translation dashboard', () => {
	const harness = useHarness();
	let engine: Engine;

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.webhook': CORE_NODES['n8n-nodes-base.manualTrigger'] as INodeType,
			'n8n-nodes-base.respondToWebhook': CORE_NODES['n8n-nodes-base.noOp'] as INodeType,
		});
	});
	afterAll(() => engine.stop());

	/** The answer, and what it took. */
	async function view() {
		await harness.sandbox.clearLog();
		const run = await engine.run(readTemplate('translation-dashboard'), { startNode: 'Webhook' });
		const [item] = outputOf(run, 'Answer');
		const { page, status } = item!.json as { page: string; status: number };
		const calls = await harness.sandbox.log({ origin: 'rest' });
		const lists = calls.filter(({ path }) => path.endsWith('/jobs')).length;
		return { page, status, lists, calls: calls.length };
	}

	/** The text of a job's row. */
	function rowOf(page: string, name: string): string {
		const row = [...page.matchAll(/<li[^]*?<\/li>/g)].find(([text]) =>
			text.includes(`<h2>${name}</h2>`),
		)?.[0];
		return (row ?? `no row of ${name}`)
			.replace(/<[^>]+>/g, ' ')
			.replace(/\s+/g, ' ')
			.trim();
	}
	const tiles = (page: string) =>
		[...page.matchAll(/<b>([^<]+)<\/b><span>([^<]+)<\/span>/g)].map(
			([, count, of]) => `${count} ${of}`,
		);

	const inDays = (days: number) =>
		`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
	const namesIn = (page: string) =>
		[...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, name]) => name);

	it('shows with two lists how far each job is, and its languages with a call for each', async () => {
		await seedJobsOfAllKinds(harness.sandbox);
		const { page, status, lists, calls } = await view();
		expect([status, lists, calls]).toEqual([200, 2, 2 + 12]);
		expect(tiles(page)).toEqual(['12 jobs', '7 to approve', '1 overdue', '1 with errors']);
		expect(page).not.toMatch(/on this page|There may be/);
		for (const [name, text] of [
			[
				'Spring catalogue',
				'In translation en-us → de-de, es-es, fr-fr 6 of 9 ready · 2 to approve Due in 3 days Created 9 hours ago',
			],
			[
				'Website: home page',
				'Ready to approve en-us → de-de, es-es, fr-fr 3 of 3 ready · 3 to approve Due in 24 hours Created 16 hours ago',
			],
			[
				'Legal notes',
				'In translation en-us → de-de, es-es, fr-fr 4 of 6 ready Overdue by 2 days Created 2 days ago',
			],
			['Press release', 'Completed en-us → de-de, es-es, fr-fr 4 of 4 ready Created 3 days ago'],
			[
				'Packaging, DACH',
				'Sent back en-us → de-de, es-es, fr-fr 0 of 4 ready · 4 sent back Created 4 days ago',
			],
			[
				'Shop: product names',
				'All approved en-us → de-de, es-es, fr-fr 8 of 8 ready Created 5 days ago',
			],
			[
				'Terms of delivery',
				'All approved en-us → de-de, es-es, fr-fr 3 of 5 ready · 2 cancelled Created 6 days ago',
			],
			[
				'Training videos: subtitles',
				'Not sent yet en-us → de-de, fr-fr 0 of 2 ready Created 1 hour ago',
			],
			[
				'App texts, sprint 41',
				'In translation en-us → de-de, es-es, fr-fr 2 of 6 ready · 2 to approve Due in 5 days Created 36 hours ago The provider could not read buttons.json: the file is damaged.',
			],
		] as const)
			expect(rowOf(page, name)).toBe(`${name} ${text}`);
	});

	it('shows the 50 newest jobs, newest first', async () => {
		await harness.sandbox.seed({ jobs: 120, stepMs: 1_000 });
		const { page, lists, calls } = await view();
		expect(namesIn(page)).toEqual(
			Array.from({ length: 50 }, (_, index) => `Seeded job ${120 - index}`),
		);
		expect([lists, calls]).toEqual([2, 2 + 25]);
	});

	it('says what the numbers cover where there are more jobs', async () => {
		await harness.sandbox.seed({
			jobs: 50,
			requestsPerJob: 2,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const { page } = await view();
		expect(tiles(page)).toEqual([
			'50 jobs on this page',
			'100 to approve in these',
			'0 overdue',
			'0 with errors of these',
		]);
		expect(page).toContain('shows the 50 newest jobs and what is overdue. There may be older jobs');
		expect(page).toContain('Languages are shown for the first 25 jobs.');
	});

	it('counts the same to approve in the tile and in the rows', async () => {
		await seedJobsOfAllKinds(harness.sandbox);
		const { page } = await view();
		const inRows = [...page.matchAll(/(\d+) to approve<\/span>/g)].map(([, count]) =>
			Number(count),
		);
		expect(inRows).toEqual([2, 3, 2]);
		expect(tiles(page)).toContain('7 to approve');
	});

	const LATE = { jobs: 1, requestsPerJob: 2, createdFrom: inDays(-40) };
	it.each([
		['filters', {}],
		['ignores the filter', { ignores: ['filter'] }],
		['refuses the filter', { refuses: { filter: 400 } }],
		['ignores the order', { ignores: ['orderBy'] }],
		['does not count', { ignores: ['aggregateRequests'] }],
	] as const)(
		'shows what is overdue on top, however old it is, where the service %s',
		async (_, variants) => {
			await harness.sandbox.configure(variants);
			await harness.sandbox.seed({ ...LATE, jobName: 'Late', dueDate: inDays(-2) });
			await harness.sandbox.seed({ ...LATE, jobName: 'Very late', dueDate: inDays(-20) });
			for (const status of ['COMPLETED', 'CANCELLED'] as const)
				await harness.sandbox.seed({ ...LATE, jobName: status, status, dueDate: inDays(-3) });
			await harness.sandbox.seed({ jobs: 60, dueDate: inDays(3) });
			const { page } = await view();
			expect(namesIn(page).slice(0, 2)).toEqual(['Very late', 'Late']);
			expect(namesIn(page).length).toBeGreaterThanOrEqual(50);
			expect(rowOf(page, 'Very late')).toContain('Overdue by 20 days');
			expect(tiles(page)).toContain('2 overdue');
		},
	);

	it('counts a due day without a time as over when the day is over', async () => {
		await harness.sandbox.seed({ ...LATE, jobName: 'Today', dueDate: inDays(0).slice(0, 10) });
		await harness.sandbox.seed({ ...LATE, jobName: 'Before', dueDate: inDays(-3).slice(0, 10) });
		const { page } = await view();
		expect(rowOf(page, 'Today')).toMatch(/ Due in \d+ /);
		expect(rowOf(page, 'Before')).toMatch(/ Overdue by [23] days /);
	});

	it('calls no job overdue whose translations are all back', async () => {
		await harness.sandbox.seed({
			...LATE,
			requestStatus: 'TRANSLATION_APPROVED',
			dueDate: inDays(-2),
		});
		const { page } = await view();
		expect(tiles(page)).toContain('0 overdue');
		expect(rowOf(page, 'Seeded job 1')).toContain('Was due 2 days ago');
	});

	it('says so where more are overdue than it looks at', async () => {
		await harness.sandbox.seed({ jobs: 510, dueDate: inDays(-2) });
		const { page } = await view();
		expect(tiles(page)).toContain('500+ overdue');
		expect(page).toContain('There may be more overdue jobs');
	});

	it('names six languages, and says that there are more', async () => {
		const targetLanguages = 'de-de es-es fr-fr it-it ja-jp nl-nl pl-pl sv-se'.split(' ');
		await harness.sandbox.seed({ jobs: 1, requestsPerJob: 60, targetLanguages });
		const { page } = await view();
		expect(rowOf(page, 'Seeded job 1')).toContain(
			'en-us → de-de, es-es, fr-fr, it-it, ja-jp, nl-nl and 2 more …',
		);
	});

	it('shows the jobs without their languages where only these cannot be read', async () => {
		await harness.sandbox.seed({ jobs: 2 });
		await harness.sandbox.fault({
			path: 'requests$',
			status: 403,
			body: { code: 'FORBIDDEN', message: HOSTILE },
		});
		const { page, status } = await view();
		expect(status).toBe(200);
		expect(namesIn(page)).toHaveLength(2);
		expect(page.match(/→/g)).toHaveLength(1);
		expect(page).toContain('The languages of some jobs could not be read.');
	});

	it('makes text of whatever a job or an error is called', async () => {
		const { requestIds } = await harness.sandbox.seed({ jobs: 1, jobName: HOSTILE });
		await harness.sandbox.failRequest(requestIds[0]!, HOSTILE);
		const { page } = await view();
		expect(page).toContain(`<h2>${HARMLESS}</h2>`);
		expect(page).toContain(`<p class="error">${HARMLESS}</p>`);
		expect(page).not.toMatch(/<script|alert\("/);
	});

	it.each([
		['refuses to count', { refuses: { aggregateRequests: 400 } }, 5],
		['does not count', { ignores: ['aggregateRequests'] }, 2],
		['counts in words that nobody knows', { aggregateShape: 'totals' }, 2],
	] as const)('shows the status only where the service %s', async (_, variants, lists) => {
		await harness.sandbox.configure(variants);
		await harness.sandbox.seed({ jobs: 60, requestStatus: 'REVIEW_TRANSLATION' });
		const first = await view();
		expect(first.lists).toBe(lists);
		expect(rowOf(first.page, 'Seeded job 60')).toBe(
			'Seeded job 60 In translation en-us → fr-fr Created 1 minute ago',
		);
		expect(tiles(first.page)).toContain('? to approve in these');
		expect(first.page).toContain('so a row shows its status only');
		expect((await view()).lists).toBe(2);
	});

	it('reads one page of the newest where the service ignores the order', async () => {
		await harness.sandbox.configure({ ignores: ['orderBy'] });
		await harness.sandbox.seed({ jobs: 200 });
		const { page, lists } = await view();
		expect(page.match(/<h2>/g)).toHaveLength(50);
		expect(lists).toBe(2);
	});

	it('says what to do where there are no jobs', async () => {
		const { page, status } = await view();
		expect(status).toBe(200);
		expect(page).toContain('No translations yet');
		expect(page).toContain('Send something for translation');
	});

	it('says why there is nothing to see where the service fails', async () => {
		await harness.sandbox.fault({
			path: '/jobs',
			status: 403,
			body: { code: 'FORBIDDEN', message: HOSTILE },
		});
		const { page, status, calls } = await view();
		expect([status, calls]).toEqual([502, 2]);
		expect(page).toContain('The jobs could not be read');
		expect(page).toContain(HARMLESS);
		expect(page).not.toContain('No translations yet');
	});

	it('gives up after a second try, so that nobody waits for minutes', async () => {
		await harness.sandbox.fault({ path: '/jobs', status: 503, times: 100 });
		const { status, calls } = await view();
		expect([status, calls]).toEqual([502, 2 * 2]);
	});

	it('needs a login, loads nothing from elsewhere and is kept by no cache', async () => {
		const { page } = await view();
		expect(page).not.toMatch(/https?:|\bsrc=|@import|url\(/);
		const nodes = Object.fromEntries(
			readTemplate('translation-dashboard').nodes.map(({ name, parameters }) => [name, parameters]),
		);
		expect(nodes.Webhook).toMatchObject({ httpMethod: 'GET', authentication: 'basicAuth' });
		expect(nodes.Answer).toMatchObject({
			options: {
				responseHeaders: {
					entries: expect.arrayContaining([
						{ name: 'Content-Type', value: 'text/html; charset=utf-8' },
						{ name: 'Cache-Control', value: 'no-store' },
					]) as unknown,
				},
			},
		});
	});
});
