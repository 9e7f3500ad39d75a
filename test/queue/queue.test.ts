import { type Sandbox, startSandbox } from '../../sandbox/launch';
import type { WorkflowInput } from '../../scripts/n8n/run/rest';
import { sandboxCredentials } from '../../scripts/n8n/run/sandboxCredentials';
import { BackingServices, ensureServices, NO_SERVICES } from '../../scripts/n8n/run/services';
import { Workbench } from '../../scripts/n8n/run/workbench';
import { eventually } from '../e2e/eventually';
import { expectedHash, FileServer, hashOf } from '../e2e/fileServer';
import { downloadFile, sendFile } from '../e2e/fileWorkflows';
import { chain, output, START, translationJobs } from '../e2e/workflows';
import { LARGEST_FILE_MIB, queueProcesses, WORKERS } from './instance';

const ALLOWED_PER_SECOND = 20;
/** Least share of the allowed rate, and largest share of refused calls. */
const MIN_THROUGHPUT = 0.94;
const MAX_REFUSED = 0.005;
const EXECUTIONS = 42;
const ITEMS = 50;
const RUN_TIMEOUT_MS = 300_000;

let services: BackingServices | undefined;
let sandbox: Sandbox;
let workbench: Workbench;

beforeAll(async () => {
	const programs = await ensureServices();
	if (!programs) {
		console.warn(`Queue test skipped. ${NO_SERVICES}`);
		return;
	}
	const started = await BackingServices.start(programs);
	services = started;
	sandbox = await startSandbox({ variants: { translateDelayMs: 50 } });
	workbench = await Workbench.start({
		credentials: sandboxCredentials(sandbox),
		print: () => {},
		processes: async (runtime, userFolder) => await queueProcesses(started, runtime, userFolder),
	});
}, RUN_TIMEOUT_MS);

afterAll(async () => {
	await workbench?.close();
	await sandbox?.stop();
	await services?.stop();
}, RUN_TIMEOUT_MS);

async function order(url: string, body: object): Promise<void> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The webhook answered ${answer.status}: ${await answer.text()}`);
}

it(
	'two workers behind one address share its limit',
	async () => {
		if (!services) return;
		const { id } = await workbench.importWorkflow(
			chain(
				'Load',
				{
					name: 'Order',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: 'load',
					parameters: { path: 'load', httpMethod: 'POST', responseMode: 'onReceived' },
				},
				{
					name: 'Items',
					type: 'n8n-nodes-base.splitOut',
					parameters: { fieldToSplitOut: 'body.names' },
				},
				translationJobs('Create', 'job', 'create', { jobName: '={{ $json["body.names"] }}' }),
			),
		);
		await workbench.rest.activate(id);
		await sandbox.configure({ throttle: { perSecond: ALLOWED_PER_SECOND, retryAfter: 'seconds' } });

		const [, webhook, ...workers] = workbench.processes;
		for (let run = 0; run < EXECUTIONS; run++) {
			const names = Array.from({ length: ITEMS }, (_, item) => `Load ${run}-${item}`);
			await order(`${webhook?.url}/webhook/load`, { names });
		}
		const executions = await workbench.rest.waitForExecutions(id, EXECUTIONS, RUN_TIMEOUT_MS);

		const calls = await sandbox.log({ origin: 'rest' });
		const refused = calls.filter(({ status }) => status === 429).length;
		const seconds = (Date.parse(calls.at(-1)?.at ?? '') - Date.parse(calls[0]?.at ?? '')) / 1000;
		const throughput = (calls.length - refused) / seconds / ALLOWED_PER_SECOND;
		const tokens = (await sandbox.log({ origin: 'auth' })).length;
		const perWorker = workers.map(
			({ log }) => log.match(/Translation Jobs: POST \/jobs/g)?.length ?? 0,
		);
		console.log(
			[
				`calls               ${calls.length} in ${seconds.toFixed(1)} s`,
				`answered with 429   ${refused} (${((refused / calls.length) * 100).toFixed(2)} %, at most ${MAX_REFUSED * 100} %)`,
				`throughput          ${(throughput * 100).toFixed(1)} % of the ${ALLOWED_PER_SECOND} allowed per second (at least ${MIN_THROUGHPUT * 100} %)`,
				`token requests      ${tokens} by ${WORKERS} workers`,
				`calls by worker     ${perWorker.join(' and ')}`,
			].join('\n'),
		);

		expect(executions.map(({ status }) => status)).toEqual(Array(EXECUTIONS).fill('success'));
		expect(new Set((await sandbox.jobs()).map(({ jobName }) => jobName)).size).toBe(
			EXECUTIONS * ITEMS,
		);
		expect(calls.length).toBeGreaterThanOrEqual(2_000);
		expect(refused / calls.length).toBeLessThan(MAX_REFUSED);
		expect(throughput).toBeGreaterThan(MIN_THROUGHPUT);
		expect(tokens).toBeLessThanOrEqual(WORKERS);
		expect(perWorker.every((count) => count > 0)).toBe(true);
		expect(await sandbox.violations()).toEqual([]);
	},
	RUN_TIMEOUT_MS,
);

describe('files in the database of n8n', () => {
	let server: FileServer;
	beforeAll(async () => {
		server = await FileServer.start();
		await sandbox?.reset();
	});
	afterAll(async () => await server.stop());

	async function sendAndDownload(url: string, name: string) {
		const { rest } = workbench;
		const run = async (workflow: WorkflowInput) =>
			await rest.finished(
				await rest.run((await workbench.importWorkflow(workflow)).id, START),
				RUN_TIMEOUT_MS,
			);
		const jobId = output(await run(sendFile(url, name)), 'Submit')[0]?.json.jobId as string;
		const request = await eventually(async () =>
			(await sandbox.requests(jobId)).find(({ status }) => status === 'REVIEW_TRANSLATION'),
		);
		return await run(downloadFile(jobId, request.requestId));
	}

	it(
		'one within its limit goes up and comes back',
		async () => {
			if (!services) return;
			const execution = await sendAndDownload(server.binary(LARGEST_FILE_MIB), 'within.bin');
			const id = output(execution, 'Download')[0]?.binary?.data?.id ?? '';
			expect(id).toMatch(/^database/);
			expect(await hashOf(await workbench.rest.binary(id))).toBe(expectedHash(LARGEST_FILE_MIB));
		},
		RUN_TIMEOUT_MS,
	);

	it(
		'a translation over its limit fails, and says which limit and what to do',
		async () => {
			if (!services) return;
			const { status, data } = await sendAndDownload(
				server.text(LARGEST_FILE_MIB - 1),
				'grows.txt',
			);
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(
				new RegExp(
					`exceeds the max size limit of ${LARGEST_FILE_MIB} MB.*N8N_BINARY_DATA_DATABASE_MAX_FILE_SIZE`,
				),
			);
		},
		RUN_TIMEOUT_MS,
	);
});
