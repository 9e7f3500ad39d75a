import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { workflowLabel } from '../../../nodes/rules/runLabels';
import { MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { ModelServer } from '../modelServer';
import { SYSTEMS } from '../systems/systems';
import { manualWorkflow, output, START, translationJobs, withParameters } from '../workflows';
import { approveBeforeSending } from './approval';
import { gate } from './gate';
import { fourNights } from './nights';
import { oftenEnough } from './polling';

interface CmsEntry {
	title: string;
	seo: { description: string };
	blocks: Array<{ text?: string }>;
}

const textsOf = ({ title, seo, blocks }: CmsEntry) => [
	title,
	seo.description,
	...blocks.flatMap(({ text }) => text ?? []),
];

const besidesTexts = (entry: CmsEntry) =>
	JSON.stringify(entry, (key, value: unknown) =>
		['title', 'description', 'text'].includes(key) ? '' : value,
	);

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

	/** Runs a template that ends in "Send the mail". */
	async function mailedBy(workflow: WorkflowInput, trigger: string) {
		const mailbox = await MailServer.start();
		try {
			const { id: credential, name } = await rest().createCredential(mailbox.credential);
			const nodes = workflow.nodes.map((node) =>
				node.name === 'Send the mail'
					? { ...node, credentials: { smtp: { id: credential, name } } }
					: node,
			);
			const { id } = await environment.workbench.importTemplate({ ...workflow, nodes });
			return { executions: await press(id, trigger), mails: mailbox.mails };
		} finally {
			await mailbox.stop();
		}
	}

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

	/** A job whose translations came in an hour ago. */
	const seedDelivered = async (requestsPerJob = 2) =>
		await seed({
			jobs: 1,
			requestsPerJob,
			requestStatus: 'REVIEW_TRANSLATION',
			labels: ['website'],
			createdFrom: daysAgo(1 / 24),
		});

	/** One of several translations that the service never gives out. */
	async function seedNeverFetched(): Promise<string> {
		const { requestIds } = await seedDelivered();
		await environment.sandbox.fault({
			path: `requests/${requestIds[0]}/retrieve`,
			status: 404,
			times: 1_000,
		});
		return requestIds[0]!;
	}
	const namedIn = (execution: Execution, node: string) =>
		output(execution, node).flatMap(({ json }) =>
			((json.notFetched ?? []) as IDataObject[]).map(({ requestId }) => requestId),
		);

	const RUNS: Record<string, Run> = {
		'first-translation': async (id) => {
			const executions = await press(id, 'Start here');
			expect(output(executions[0]!, 'Collect Translations')).toHaveLength(9);
			return executions;
		},
		'send-files': async (id) => {
			const executions = await press(id, 'Start');
			expect(await environment.sandbox.requests()).toHaveLength(12);
			return executions;
		},
		'send-a-folder': async (id) => {
			const { filesFolder } = environment.workbench;
			mkdirSync(join(filesFolder, 'to-translate'), { recursive: true });
			writeFileSync(join(filesFolder, 'to-translate', 'one.txt'), 'Hello world');
			writeFileSync(join(filesFolder, 'to-translate', 'two.html'), '<p>Good morning</p>');
			const executions = await press(id, 'Send the folder');
			expect((await environment.sandbox.requests()).length).toBe(6);
			return executions;
		},
		'translations-into-a-folder': async (id) => {
			const { filesFolder } = environment.workbench;
			const folder = readTemplates().find(({ file }) => file === 'send-a-folder.json');
			await RUNS['send-a-folder']!(
				(await environment.workbench.importTemplate(folder!.workflow)).id,
				folder!.workflow,
			);
			mkdirSync(join(filesFolder, 'translated'), { recursive: true });
			await eventually(async () =>
				(await statuses()).every((status) => status === 'REVIEW_TRANSLATION') ? true : undefined,
			);
			const executions = await active(id, 1);
			const translated = join(filesFolder, 'translated');
			const names = readdirSync(translated).sort();
			expect(names.map((name) => name.replace(/_[0-9a-f]{16}\./, '.'))).toEqual(
				['one', 'two'].flatMap((name) =>
					['de-de', 'es-es', 'fr-fr'].map(
						(language) => `${name}_${language}.${name === 'one' ? 'txt' : 'html'}`,
					),
				),
			);
			expect(readFileSync(join(translated, names.at(-1)!), 'utf8')).toMatch(
				/^<p>.*\[fr-fr\].*<\/p>$/,
			);
			expect(await statuses()).toEqual(Array(6).fill('TRANSLATION_APPROVED'));
			return executions;
		},
		'collect-translations': async (id) => {
			await seedDelivered();
			const bad = await seedNeverFetched();
			const executions = await active(id, 1);
			const all = await environment.sandbox.requests();
			expect(all.map(({ requestId, status }) => [requestId, status])).toEqual(
				all.map(({ requestId }) => [
					requestId,
					requestId === bad ? 'REVIEW_TRANSLATION' : 'TRANSLATION_APPROVED',
				]),
			);
			expect(all).toHaveLength(4);
			expect(namedIn(executions[0]!, 'Collect Translations')).toEqual([bad]);
			const jobs = (await environment.sandbox.jobs()).map(({ status }) => status);
			expect(jobs.filter((status) => status === 'COMPLETED')).toHaveLength(1);
			return executions;
		},
		'deliver-translations': async (id) => {
			await seedDelivered();
			const { jobIds } = await seed({
				jobs: 1,
				requestsPerJob: 2,
				requestStatus: 'IN_TRANSLATION',
			});
			const executions = await active(
				id,
				2,
				async () => await environment.sandbox.deliver(jobIds[0]!),
			);
			expect(await statuses()).toEqual(Array(4).fill('TRANSLATION_APPROVED'));
			expect((await environment.sandbox.jobs()).map(({ status }) => status)).toEqual([
				'COMPLETED',
				'COMPLETED',
			]);
			return executions;
		},
		'start-to-finish': async (_id, workflow) => {
			await environment.sandbox.configure({ translateDelayMs: 5_000 });
			const { id } = await environment.workbench.importTemplate(
				withParameters(workflow, { 'Wait an hour': { amount: 1, unit: 'seconds' } }),
			);
			const executions = await press(id, 'Start');
			await environment.sandbox.configure({ translateDelayMs: 50 });
			expect(executions[0]!.data.resultData.runData['Wait an hour']?.length).toBeGreaterThan(1);
			expect(await statuses()).toEqual(Array(9).fill('TRANSLATION_APPROVED'));
			expect((await environment.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
			return executions;
		},
		'stuck-translations': async (_id, workflow) => {
			await seedDelivered(1);
			const { id } = await environment.workbench.importTemplate(
				withParameters(workflow, {
					'Still in review': {
						pollTimes: oftenEnough,
						options: { againAfter: 0.01, divideRepeated: false },
					},
				}),
			);
			const ended = async (node: string) =>
				(await rest().waitForExecutions(id, 0)).find(({ data }) => data.resultData.runData[node]);
			await rest().activate(id);
			const told = await eventually(async () => await ended('Tell somebody'));
			const message = String(output(told, 'Tell somebody')[0]?.json.message);
			expect(message).toMatch(
				/^The translation of Item 1 into fr-fr, job Seeded job 1, was handed over 5 times and is still in review\. Reject it, or leave it: http/,
			);

			const link = new URL(/http\S+$/.exec(message)![0]);
			const page = await (await fetch(link)).text();
			for (const [name, value] of link.searchParams)
				expect([name, page.includes(value)]).toEqual([name, true]);
			const answers = [
				'',
				link.searchParams.get('jobId')!,
				link.searchParams.get('requestId')!,
				'Reject it: the provider delivers it again',
				'A text is missing',
			];
			const form = new FormData();
			for (const [index, answer] of answers.entries()) form.append(`field-${index}`, answer);
			expect(
				(await fetch(link.origin + link.pathname, { method: 'POST', body: form })).status,
			).toBe(200);
			const rejected = await eventually(async () => await ended('Reject'));
			await rest().deactivate(id);
			expect(
				(await environment.sandbox.log({ origin: 'rest', method: 'PUT', path: 'reject$' })).map(
					({ body }) => body,
				),
			).toEqual([{ requestIds: [answers[2]], note: 'A text is missing' }]);
			return [told, rejected];
		},
		'status-updates': async (id) => {
			const { jobIds, requestIds } = await seed({
				jobs: 1,
				requestsPerJob: 3,
				requestStatus: 'IN_TRANSLATION',
			});
			const [delivered, cancelled, failed] = requestIds as [string, string, string];
			await environment.sandbox.deliver(jobIds[0]!, [delivered]);
			await environment.sandbox.cancelRequest(cancelled);
			await environment.sandbox.failRequest(failed, 'The file is damaged');
			const executions = await active(id, 1);
			expect((await statuses())[0]).toBe('TRANSLATION_APPROVED');
			return executions;
		},
		'review-translations': async (id) => {
			await seedDelivered();
			// One of the two translations comes without its text.
			await environment.sandbox.fault({
				path: 'requests/[^/]+/retrieve$',
				status: 200,
				body: { targetContent: [{ key: 'title', value: '' }] },
			});
			const executions = await active(id, 1);
			for (const decision of ['approve', 'reject']) {
				const calls = (await environment.sandbox.log({ origin: 'rest', method: 'PUT' })).filter(
					({ path }) => path.endsWith(decision),
				);
				expect(
					calls.map(({ body }) => (body as { requestIds: string[] }).requestIds.length),
				).toEqual([1]);
			}
			return executions;
		},
		housekeeping: async (id) => {
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

			const executions = await press(id, 'Every day');

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
		},
		'analysis-codes-to-table': async (id) => {
			const executions = await press(id, 'Start');
			const table = output(executions[0]!, 'Table')[0]?.binary?.data;
			expect(table).toMatchObject({ fileName: 'analysis-codes.csv', mimeType: 'text/csv' });
			const text = await new Response(await rest().binary(table?.id ?? '')).text();
			expect(text.trim().split('\n').length).toBeGreaterThan(1);
			return executions;
		},
		'translate-cms-entries': async (_id, workflow) => {
			const { id } = await environment.workbench.importTemplate(
				withParameters(workflow, {
					'Translations are ready': {
						pollTimes: oftenEnough,
						options: { minimumAge: 0, againAfter: 0.01 },
					},
				}),
			);
			const told = (execution: Execution) =>
				execution.data.resultData.runData['Tell somebody']?.[0]
					? output(execution, 'Tell somebody').map(({ json }) => String(json.error))
					: [];
			const notFound = 'Merge Into gives no entry for this item';
			// One of the translations comes without its texts at first.
			await environment.sandbox.fault({
				path: 'requests/[^/]+/retrieve$',
				status: 200,
				body: { targetContent: [{ key: '/title', value: '' }] },
			});
			await rest().activate(id);
			try {
				const form = `${environment.workbench.n8n.url}/form/send-cms-entries`;
				expect(await (await fetch(form)).text()).toContain('Send the entries for translation');
				expect((await fetch(form, { method: 'POST', body: new FormData() })).status).toBe(200);
				// This workflow has sent one whose entry is gone, and another workflow has sent one.
				await eventually(async () => (await statuses()).length === 4 || undefined);
				const other = { jobs: 1, requestsPerJob: 1, requestStatus: 'REVIEW_TRANSLATION' as const };
				await seed({ ...other, labels: [workflowLabel(id)] });
				const { requestIds: foreign } = await seed(other);
				await eventually(async () => {
					const approved = (await statuses()).filter((each) => each === 'TRANSLATION_APPROVED');
					const errors = (await rest().waitForExecutions(id, 0)).flatMap(told);
					return approved.length === 4 && errors.includes(notFound) ? true : undefined;
				});
				expect(await statuses()).toHaveLength(6);
				const taken = await rest().waitForExecutions(id, 0);
				expect(JSON.stringify(taken)).not.toContain(foreign[0]);
			} finally {
				await rest().deactivate(id);
			}
			const executions = await eventually(async () => {
				const ended = await rest().waitForExecutions(id, 0);
				return ended.length === (await rest().executions(id)).length ? ended : undefined;
			});

			const ran = (node: string) =>
				executions.filter(({ data }) => data.resultData.runData[node]?.[0]);
			const entries = output(ran('Entries of your CMS')[0]!, 'Entries of your CMS').map(
				({ json }) => json as unknown as CmsEntry & { id: string },
			);
			expect(entries).toHaveLength(2);
			expect(executions.flatMap(told).filter((error) => error !== notFound)).toEqual([
				expect.stringContaining('cannot be put into the entry'),
			]);
			const read = manualWorkflow('Read the CMS', {
				name: 'Rows',
				type: 'n8n-nodes-base.dataTable',
				typeVersion: 1.1,
				parameters: {
					resource: 'row',
					operation: 'get',
					dataTableId: { __rl: true, mode: 'name', value: 'CMS entries' },
					returnAll: true,
				},
			});
			const { id: reader } = await environment.workbench.importWorkflow(read);
			const rows = output((await press(reader, START))[0]!, 'Rows').map(({ json }) => json);
			expect(rows).toHaveLength(entries.length * 3);
			for (const entry of entries) {
				const stored = (language: string) =>
					JSON.parse(
						String(
							rows.find((row) => row.entryId === entry.id && row.language === language)?.entry,
						),
					) as CmsEntry;
				expect(stored('en-us')).toEqual(entry);
				for (const language of ['de-de', 'fr-fr']) {
					const translated = stored(language);
					expect(besidesTexts(translated)).toBe(besidesTexts(entry));
					expect(textsOf(translated)).toEqual(
						textsOf(entry).map(() => expect.stringContaining(`[${language}] `) as string),
					);
					expect(textsOf(translated).map((text) => text.length)).toEqual(
						textsOf(entry).map((text) => text.length + `[${language}] `.length),
					);
				}
			}
			return executions;
		},
		'approve-before-sending': async (_id, workflow) =>
			await approveBeforeSending(environment, workflow),
		'keep-entries-translated': async (_id, workflow) => await fourNights(environment, workflow),
		'quality-gate': async (_id, workflow) => await gate(environment, workflow),
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
		'overdue-jobs': async (_id, workflow) => {
			await seed({ jobs: 1, jobName: 'Legal notes', requestsPerJob: 3, dueDate: daysAgo(2) });
			await seed({ jobs: 60 });
			const { executions, mails } = await mailedBy(workflow, 'On weekdays');
			expect(mails).toEqual([
				expect.objectContaining({
					subject: '1 translation job is overdue',
					text: expect.stringContaining(
						'overdue by 2 days. 3 of 3 translations missing: de-de, es-es, fr-fr.',
					),
				}),
			]);
			return executions;
		},
		'nightly-check-up': async (_id, workflow) => {
			await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: daysAgo(8) });
			const { executions, mails } = await mailedBy(workflow, 'Every night');
			expect(mails).toEqual([
				expect.objectContaining({
					text: expect.stringContaining('Requests in review for too long: 1 found.'),
				}),
			]);
			return executions;
		},
		'where-is-my-translation': async (_id, workflow) => {
			await seed({
				jobs: 1,
				requestsPerJob: 2,
				requestStatus: 'REVIEW_TRANSLATION',
				namePrefix: 'Spring catalogue',
			});
			const model = await ModelServer.start(([jobs, requests]) => {
				if (jobs === undefined) return { call: 'Find_jobs', with: {} };
				if (requests === undefined)
					return {
						call: 'Requests_of_a_job',
						with: { jobId: /"jobId":"([^"]+)"/.exec(jobs)?.[1] ?? '' },
					};
				return {
					say: `${requests.match(/"statusCode":"REVIEW_TRANSLATION"/g)?.length ?? 0} of 2 are back.`,
				};
			});
			try {
				const { id: credential, name } = await rest().createCredential({
					name: 'Scripted model',
					type: 'openAiApi',
					data: { apiKey: 'not-needed', url: model.url },
				});
				const nodes = workflow.nodes.map((node) =>
					node.name === 'Model'
						? { ...node, credentials: { openAiApi: { id: credential, name } } }
						: node,
				);
				const { id } = await environment.workbench.importTemplate({ ...workflow, nodes });
				const executions = await press(id, 'Chat', {
					sessionId: 'one',
					action: 'sendMessage',
					chatInput: 'Is the spring catalogue back?',
				});
				expect([...model.offeredTools].sort()).toEqual(['Find_jobs', 'Requests_of_a_job']);
				expect(output(executions[0]!, 'Agent')[0]?.json).toEqual({ output: '2 of 2 are back.' });
				return executions;
			} finally {
				await model.stop();
			}
		},
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
			if (file !== 'deliver-translations.json') continue;
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
