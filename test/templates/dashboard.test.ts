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
		return { page, status, calls: (await harness.sandbox.log({ origin: 'rest' })).length };
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

	it('shows with one call how far each job is', async () => {
		await seedJobsOfAllKinds(harness.sandbox);
		const { page, status, calls } = await view();
		expect([status, calls]).toEqual([200, 1]);
		expect(tiles(page)).toEqual(['12 jobs', '3 to approve', '1 overdue', '1 with errors']);
		for (const [name, text] of [
			[
				'Spring catalogue',
				'In translation 6 of 9 ready · 2 to approve Due in 3 days Created 9 hours ago',
			],
			[
				'Website: home page',
				'Ready to approve 3 of 3 ready · 3 to approve Due in 24 hours Created 16 hours ago',
			],
			['Legal notes', 'In translation 4 of 6 ready Overdue by 2 days Created 2 days ago'],
			['Press release', 'Completed 4 of 4 ready Created 3 days ago'],
			['Packaging, DACH', 'Sent back 0 of 4 ready · 4 sent back Created 4 days ago'],
			['Shop: product names', 'All approved 8 of 8 ready Created 5 days ago'],
			['Terms of delivery', 'All approved 3 of 5 ready · 2 cancelled Created 6 days ago'],
			['Training videos: subtitles', 'Not sent yet 0 of 2 ready Created 1 hour ago'],
			[
				'App texts, sprint 41',
				'In translation 2 of 6 ready · 2 to approve Due in 5 days Created 36 hours ago The provider could not read buttons.json: the file is damaged.',
			],
		] as const)
			expect(rowOf(page, name)).toBe(`${name} ${text}`);
	});

	it('shows the 50 newest jobs, newest first', async () => {
		await harness.sandbox.seed({ jobs: 120, stepMs: 1_000 });
		const { page, calls } = await view();
		const names = [...page.matchAll(/<h2>Seeded job (\d+)<\/h2>/g)].map(([, name]) => Number(name));
		expect(names).toEqual(Array.from({ length: 50 }, (_, index) => 120 - index));
		expect(calls).toBe(1);
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
		['refuses to count', { refuses: { aggregateRequests: 400 } }, 3],
		['does not count', { honourAggregate: false }, 1],
		['counts in words that nobody knows', { aggregateShape: 'totals' }, 1],
	] as const)('shows the status only where the service %s', async (_, variants, calls) => {
		await harness.sandbox.configure(variants);
		await harness.sandbox.seed({ jobs: 60, requestStatus: 'REVIEW_TRANSLATION' });
		const first = await view();
		expect(first.calls).toBe(calls);
		expect(rowOf(first.page, 'Seeded job 60')).toBe(
			'Seeded job 60 In translation Created 1 minute ago',
		);
		expect(tiles(first.page)).toContain('? to approve');
		expect(first.page).toContain('so a row shows its status only');
		expect((await view()).calls).toBe(1);
	});

	it('reads one page where the service ignores the order', async () => {
		await harness.sandbox.configure({ honourOrderBy: false });
		await harness.sandbox.seed({ jobs: 200 });
		const { page, calls } = await view();
		expect(page.match(/<h2>/g)).toHaveLength(50);
		expect(calls).toBe(1);
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
		expect([status, calls]).toEqual([502, 1]);
		expect(page).toContain('The jobs could not be read');
		expect(page).toContain(HARMLESS);
		expect(page).not.toContain('No translations yet');
	});

	it('gives up after a second try, so that nobody waits for minutes', async () => {
		await harness.sandbox.fault({ path: '/jobs', status: 503, times: 100 });
		const { status, calls } = await view();
		expect([status, calls]).toEqual([502, 2]);
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
