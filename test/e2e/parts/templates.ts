import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { workflowLabel } from '../../../nodes/rules/runLabels';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { formOf, submit } from '../forms';
import { withMailbox } from '../mailbox';
import { SYSTEMS } from '../systems/systems';
import { byId, manualWorkflow, output, START, translationJobs, withParameters } from '../workflows';
import { agentOrders } from './agent';
import { approveBeforeSending } from './approval';
import { gate } from './gate';
import { driveFolder, sheetStrings } from './google';
import { fourNights } from './nights';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Runs a stored template in its own way and returns what it left behind. */
type Run = (id: string, workflow: WorkflowInput) => Promise<Execution[]>;

export function templates(environment: Environment): void {
	beforeEach(async () => await environment.sandbox.reset());

	const rest = () => environment.workbench.rest;
	const seed = async (...[wanted]: Parameters<Environment['sandbox']['seed']>) =>
		await environment.sandbox.seed(wanted);
	const statuses = async () => (await environment.sandbox.requests()).map(({ status }) => status);

	/** Presses the button of a trigger. */
	async function press(id: string, trigger: string, input?: IDataObject): Promise<Execution[]> {
		return [await rest().finished(await rest().run(id, trigger, input))];
	}

	/** Switches the workflow on until so many executions have come, doing something in between. */
	async function active(
		id: string,
		count: number,
		meanwhile: () => Promise<unknown> = async () => {},
	): Promise<Execution[]> {
		await rest().activate(id);
		try {
			await meanwhile();
			return await rest().waitForExecutions(id, count);
		} finally {
			await rest().deactivate(id);
		}
	}

	/** Waits until no execution of the workflow is under way. */
	const allEnded = async (id: string) =>
		await eventually(async () => {
			const ended = await rest().waitForExecutions(id, 0);
			return ended.length === (await rest().executions(id)).length ? ended : undefined;
		});

	/** Presses the part of daily-care that tidies up. */
	async function tidied(id: string): Promise<Execution[]> {
		const finished = await seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'TRANSLATION_APPROVED',
		});
		const unreviewed = await seed({ jobs: 1, requestStatus: 'COMPLETED_COPY_BACK' });
		const running = await seed({ jobs: 1, requestsPerJob: 2, requestStatus: 'IN_TRANSLATION' });
		const old = await seed({ jobs: 1, status: 'COMPLETED', createdFrom: daysAgo(165) });
		const recent = await seed({ jobs: 1, status: 'COMPLETED' });
		const register = manualWorkflow(
			'Register',
			translationJobs('Register', 'listener', 'create', {
				uri: 'https://n8n.example.com/webhook/old',
				type: 'REQUEST_STATUS_UPDATED',
				statusCodes: ['REVIEW_TRANSLATION'],
			}),
		);
		output(
			(await press((await environment.workbench.importWorkflow(register)).id, START))[0]!,
			'Register',
		);
		await environment.sandbox.disableListeners();

		const executions = await press(id, 'Once a day');

		expect((await environment.sandbox.listeners()).map(({ disabled }) => disabled)).toEqual([
			false,
		]);
		const jobs = await eventually(async () => {
			const all = new Map((await environment.sandbox.jobs()).map((job) => [job.jobId, job]));
			return all.get(old.jobIds[0]!)?.archiveStatus === 'ARCHIVED' ? all : undefined;
		});
		const left = [finished, unreviewed, running, recent];
		expect(left.map(({ jobIds }) => jobs.get(jobIds[0]!))).toMatchObject([
			{ status: 'COMPLETED', archiveStatus: 'ACTIVE' },
			{ status: 'COMPLETED', archiveStatus: 'ACTIVE' },
			{ status: 'IN_TRANSLATION', archiveStatus: 'ACTIVE' },
			{ status: 'COMPLETED', archiveStatus: 'ACTIVE' },
		]);
		return executions;
	}

	const RUNS: Record<string, Run> = {
		'first-translation': async (_id, workflow) => {
			await environment.sandbox.configure({ translateDelayMs: 5_000 });
			const { id } = await environment.workbench.importTemplate(
				withParameters(workflow, { Wait: { amount: 1, unit: 'seconds' } }),
			);
			const executions = await press(id, 'Start here');
			await environment.sandbox.configure({ translateDelayMs: 50 });
			expect(executions[0]!.data.resultData.runData.Wait?.length).toBeGreaterThan(1);
			expect(output(executions[0]!, 'Collect translations')).toHaveLength(9);
			expect(await statuses()).toEqual(Array(9).fill('TRANSLATION_APPROVED'));
			expect((await environment.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
			return executions;
		},
		'translate-a-folder': async (_id, workflow) => {
			const { filesFolder, n8n } = environment.workbench;
			const translated = join(filesFolder, 'translated');
			mkdirSync(join(filesFolder, 'to-translate'), { recursive: true });
			rmSync(translated, { recursive: true, force: true });
			mkdirSync(translated);
			writeFileSync(join(filesFolder, 'to-translate', 'one.txt'), 'Hello world');
			writeFileSync(join(filesFolder, 'to-translate', 'two.html'), '<p>Good morning</p>');
			const stored = await environment.workbench.importTemplate(workflow);
			const { id } = stored;
			// Its calls were lost: one cannot be fetched, and the others are in two jobs. And one of others.
			const lost = { jobs: 1, requestsPerJob: 2, requestStatus: 'REVIEW_TRANSLATION' } as const;
			const early = { ...lost, createdFrom: daysAgo(1 / 24) };
			const { requestIds } = await seed({ ...early, labels: [workflowLabel(id)] });
			await seed({ ...early, labels: [workflowLabel(id)] });
			const { requestIds: foreign } = await seed(early);
			const [bad] = requestIds as [string];
			const fault = { path: `requests/${bad}/retrieve`, status: 404, times: 1_000 };
			await environment.sandbox.fault(fault);

			await rest().activate(id);
			const form = formOf(n8n.url, stored);
			expect(await (await fetch(form)).text()).toContain('Send the folder for translation');
			await submit(form);
			await eventually(async () =>
				(await statuses()).filter((status) => status === 'TRANSLATION_APPROVED').length === 9
					? true
					: undefined,
			);
			const executions = await allEnded(id);
			await rest().deactivate(id);

			const left = (await environment.sandbox.requests()).filter(
				({ status }) => status !== 'TRANSLATION_APPROVED',
			);
			expect(left.map(({ requestId }) => requestId).sort()).toEqual([bad, ...foreign].sort());
			const named = executions
				.filter(({ data }) => data.resultData.runData['Collect translations'])
				.flatMap((execution) => output(execution, 'Collect translations'))
				.flatMap(({ json }) => (json.notFetched ?? []) as IDataObject[]);
			expect(named.map(({ requestId }) => requestId)).toEqual([bad]);
			const jobs = (await environment.sandbox.jobs()).map(({ status }) => status);
			expect(jobs.filter((status) => status === 'COMPLETED')).toHaveLength(2);

			const names = readdirSync(translated).sort();
			expect(
				names
					.filter((name) => /^(?:one|two)_/.test(name))
					.map((name) => name.replace(/_[0-9a-f]{16}\./, '.')),
			).toEqual(
				['one', 'two'].flatMap((name) =>
					['de-de', 'es-es', 'fr-fr'].map(
						(language) => `${name}_${language}.${name === 'one' ? 'txt' : 'html'}`,
					),
				),
			);
			expect(names).toHaveLength(9);
			const french = names.find((name) => name.startsWith('two_fr-fr'))!;
			expect(readFileSync(join(translated, french), 'utf8')).toMatch(/^<p>.*\[fr-fr\].*<\/p>$/);
			return executions;
		},
		'daily-care': async (_id, template) =>
			await withMailbox(environment, template, async (workflow, { mails }) => {
				const { id } = await environment.workbench.importTemplate(workflow);
				const inDays = (days: number) => daysAgo(-days);
				await seed({ jobs: 1, jobName: 'Legal notes', requestsPerJob: 3, dueDate: daysAgo(2) });
				await seed({ jobs: 1, jobName: 'Spring catalogue', requestsPerJob: 2, dueDate: inDays(1) });
				await seed({ jobs: 60 });
				await press(id, 'On weekdays');
				expect(mails.splice(0)).toEqual([
					expect.objectContaining({
						to: 'somebody@example.com',
						subject: '1 translation job is overdue, 1 translation job is due soon',
						text: expect.stringMatching(
							/overdue by 2 days\. 3 of 3 translations missing: de-de, es-es, fr-fr\.[^]*Spring catalogue .*: due in 24 hours\. 2 of 2 /,
						),
					}),
				]);

				await environment.sandbox.reset();
				await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: daysAgo(8) });
				await press(id, 'Every night');
				expect(mails.splice(0)).toEqual([
					expect.objectContaining({
						text: expect.stringContaining('Requests in review for too long: 1 found.'),
					}),
				]);

				await environment.sandbox.reset();
				const { requestIds } = await seed({
					jobs: 1,
					requestsPerJob: 3,
					requestStatus: 'IN_TRANSLATION',
				});
				await environment.sandbox.cancelRequest(requestIds[1]!);
				await environment.sandbox.failRequest(requestIds[2]!, 'The file is damaged');
				const all = await active(id, 3);
				const [mail, ...others] = mails;
				expect(others).toEqual([]);
				expect(mail!.subject).toBe('Translations: 2 requests went wrong');
				expect(mail!.text).toMatch(/The provider cancelled Item/);
				expect(mail!.text).toMatch(/The provider cannot work on Item .*: The file is damaged/);

				await environment.sandbox.reset();
				return [...all, ...(await tidied(id))];
			}),
		'approve-before-sending': async (_id, workflow) =>
			await withMailbox(
				environment,
				workflow,
				async (...given) => await approveBeforeSending(environment, ...given),
			),
		'keep-entries-translated': async (_id, workflow) =>
			await withMailbox(
				environment,
				workflow,
				async (...given) => await fourNights(environment, ...given),
			),
		'quality-gate': async (_id, workflow) =>
			await withMailbox(
				environment,
				workflow,
				async (...given) => await gate(environment, ...given),
			),
		'translation-dashboard': async (_id, workflow) => {
			const login = { user: 'somebody', password: 'a long password' };
			const address = `${environment.workbench.n8n.url}/webhook/translation-dashboard`;
			const open = async (password?: string) =>
				await fetch(address, {
					headers:
						password === undefined
							? {}
							: { authorization: `Basic ${btoa(`${login.user}:${password}`)}` },
				});
			await seed({ jobs: 1, jobName: '<script>alert(1)</script>', requestsPerJob: 2 });

			const stored = { ...workflow, settings: { executionOrder: 'v1' as const } };
			const bare = await environment.workbench.importTemplate(stored);
			await expect(rest().activate(bare.id)).rejects.toThrow(
				'Missing required credential: httpBasicAuth',
			);
			expect((await open('')).status).toBe(404);

			const { id: credential, name } = await rest().createCredential({
				name: 'Dashboard Login',
				type: 'httpBasicAuth',
				data: login,
			});
			const nodes = stored.nodes.map((node) =>
				node.name === 'Webhook'
					? { ...node, credentials: { httpBasicAuth: { id: credential, name } } }
					: node,
			);
			const { id } = await environment.workbench.importTemplate({ ...stored, nodes });
			return await active(id, 2, async () => {
				expect([(await open()).status, (await open('wrong')).status]).toEqual([401, 401]);
				await environment.sandbox.clearLog();
				const answer = await open(login.password);
				const page = await answer.text();
				expect([answer.status, answer.headers.get('content-type')]).toEqual([
					200,
					'text/html; charset=utf-8',
				]);
				expect(answer.headers.get('cache-control')).toBe('no-store');
				expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
				expect(page).not.toContain('<script');
				expect(page).toContain('0 of 2 ready');
				expect((await environment.sandbox.log({ origin: 'rest' })).length).toBeLessThanOrEqual(3);

				await environment.sandbox.fault({ path: '/jobs', status: 403 });
				const failed = await open(login.password);
				expect(failed.status).toBe(502);
				expect(await failed.text()).toContain('The jobs could not be read');
			});
		},
		'agent-orders-translation': async (_id, workflow) => await agentOrders(environment, workflow),
		'google-drive-folder': async (_id, workflow) => await driveFolder(environment, workflow),
		'google-sheets-strings': async (_id, workflow) => await sheetStrings(environment, workflow),
		'monthly-spend': async (_id, template) =>
			await withMailbox(environment, template, async (workflow, { mails }) => {
				const send = (name: string, label: string, title: string, poReference = '') =>
					translationJobs(name, 'job', 'send', {
						providerId: byId('pseudo'),
						jobName: name,
						sourceLanguage: 'en-us',
						targetLanguages: ['de-de', 'fr-fr'],
						contentMode: 'json',
						contentJson: JSON.stringify({ title }),
						additionalFields: {
							labels: { label: [{ name: label }] },
							...(poReference ? { poReference } : {}),
						},
						options: { wordsAndCost: { sendWordCount: true } },
					});
				const orders = manualWorkflow(
					'Orders',
					send('Shop', 'shop', 'Four words are here', 'PO-7'),
					send('Blog', 'blog', 'Two words'),
					send('More for the blog', 'blog', 'And three more'),
				);
				await press((await environment.workbench.importWorkflow(orders)).id, START);
				// Of the month before that, and of this one without words.
				await seed({ jobs: 1, createdFrom: daysAgo(70) });
				await seed({ jobs: 1, requestsPerJob: 1, labels: ['blog'] });
				const months = {
					createdAfter: '={{ $now.minus({ days: 1 }) }}',
					createdBefore: '={{ $now.plus({ days: 1 }) }}',
				};
				const { id } = await environment.workbench.importTemplate(
					withParameters(workflow, { "Last month's jobs": { filters: months } }),
				);
				const executions = await press(id, 'On the first of the month');
				const rows = output(executions[0]!, 'Columns').map(({ json }) => Object.values(json));
				expect(rows.sort()).toEqual([
					['blog', '(none)', 'de-de', 5, '0.70', 'EUR', 0],
					['blog', '(none)', 'fr-fr', 5, '0.60', 'EUR', 1],
					['shop', 'PO-7', 'de-de', 4, '0.56', 'EUR', 0],
					['shop', 'PO-7', 'fr-fr', 4, '0.48', 'EUR', 0],
				]);
				const table = output(executions[0]!, 'Table')[0]?.binary?.data;
				const text = await new Response(await rest().binary(table?.id ?? '')).text();
				expect(text.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual(
					expect.arrayContaining([
						'label,purchaseOrder,language,words,cost,currency,notCounted',
						'shop,PO-7,de-de,4,0.56,EUR,0',
					]),
				);
				expect(mails.map(({ subject }) => subject)).toEqual([
					expect.stringMatching(/^Translations in .*: 2\.34 EUR$/),
				]);
				return executions;
			}),
	};

	it('every template is run by a test', () => {
		expect(readTemplates().map(({ file }) => file)).toEqual(
			[...Object.keys(RUNS), ...Object.keys(SYSTEMS)].sort().map((name) => `${name}.json`),
		);
	});

	it('two imports of a template have different addresses, and both can be published', async () => {
		const addresses: string[] = [];
		for (const { file, workflow } of readTemplates()) {
			const imports = [
				await environment.workbench.importTemplate(workflow),
				await environment.workbench.importTemplate(workflow),
			];
			addresses.push(
				...imports.flatMap(({ nodes }) => nodes.flatMap(({ webhookId }) => webhookId ?? [])),
			);
			if (file !== 'translate-a-folder.json') continue;
			for (const { id } of imports) await rest().activate(id);
			for (const { id } of imports) await rest().deactivate(id);
		}
		// Each of the triggers and waits that other systems can call.
		expect(addresses.length).toBeGreaterThanOrEqual(2 * 6);
		expect(new Set(addresses).size).toBe(addresses.length);
	});

	it.each(readTemplates().filter(({ file }) => !(file.replace('.json', '') in SYSTEMS)))(
		'$file imports and runs, every node of it',
		async ({ file, workflow }) => {
			const { id } = await environment.workbench.importTemplate(workflow);
			const run = RUNS[file.replace('.json', '')];
			if (!run) throw new Error(`No test runs ${file}`);
			const executions = await run(id, workflow);

			expect(
				executions.map(({ status, data }) => [status, data.resultData.error?.message]),
			).toEqual(executions.map(() => ['success', undefined]));
			const ran = new Set(executions.flatMap(({ data }) => Object.keys(data.resultData.runData)));
			expect([...ran].sort()).toEqual(
				workflow.nodes
					.filter(({ type }) => type !== STICKY_NOTE)
					.map(({ name }) => name)
					.sort(),
			);
			expect(await environment.sandbox.violations()).toEqual([]);
		},
	);
}
