/**
 * An earlier version of the package works in a real n8n, this one takes its place in the middle of
 * everything, and goes on with what the other has stored: nothing is lost, nothing is sent twice.
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../sandbox/launch';
import {
	EARLIER_COMMIT,
	ensureEarlierPackage,
	hasEarlierCommit,
} from '../../scripts/n8n/install/earlierPackage';
import { N8nProcess } from '../../scripts/n8n/run/process';
import { sandboxCredentials } from '../../scripts/n8n/run/sandboxCredentials';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { Workbench } from '../../scripts/n8n/run/workbench';
import { known, merging } from '../nodes/features/changes/nights';
import { sending } from '../nodes/features/send/support';
import type { Environment } from './environment';
import { eventually } from './eventually';
import { fileModes } from './parts/fileModes';
import { oftenEnough } from './parts/polling';
import { listenerTrigger } from './parts/webhook';
import { byId, chain, manualWorkflow, output, PACKAGE, START } from './workflows';

const isThere = hasEarlierCommit();
if (!isThere)
	console.warn(
		`The test of the upgrade is skipped: this copy does not hold commit ${EARLIER_COMMIT}, and git cannot fetch it. A clone has it.`,
	);

const NODE = 'Node';
const INPUT = 'Input';
const input = (json: IDataObject) => ({
	name: INPUT,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(json) },
});
const handle = { name: 'Handle', type: 'n8n-nodes-base.noOp', parameters: {} };

const trigger = (
	type: string,
	parameters: object,
): Pick<INode, 'name' | 'type' | 'parameters'> => ({
	name: 'Trigger',
	type: `${PACKAGE}.${type}`,
	parameters: { ...parameters, pollTimes: oftenEnough } as unknown as INodeParameters,
});

/** Each of them hands a translation over once, and remembers it in its own way. */
const TRIGGERS = {
	'content poll': trigger('translationJobsContentPollTrigger', {
		handOver: 'once',
		options: { minimumAge: 0 },
	}),
	'status poll': trigger('translationJobsStatusPollTrigger', { options: { acknowledge: 'never' } }),
	listener: {
		...listenerTrigger,
		parameters: {
			events: ['translationReady'],
			options: { acknowledgeStatusUpdate: false },
		},
	},
};
type TriggerName = keyof typeof TRIGGERS;
const NAMES = Object.keys(TRIGGERS) as TriggerName[];

/** As in queue mode. The other tests keep files on the disk. */
const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'database' };

describe('an upgrade', () => {
	const environment = {} as Environment;
	let sandbox: Sandbox;
	let workbench: Workbench;
	const triggers = {} as Record<TriggerName, string>;

	beforeAll(async () => {
		sandbox = await startSandbox({ variants: { autoDeliver: false } });
		workbench = await Workbench.start({
			credentials: sandboxCredentials(sandbox),
			packageFolder: isThere ? await ensureEarlierPackage(() => {}) : undefined,
			print: () => {},
			processes: async (runtime, userFolder) => [
				await N8nProcess.create({ runtime, userFolder, env }),
			],
		});
		Object.assign(environment, { sandbox, workbench });
	}, 600_000);
	afterAll(async () => {
		await workbench?.close();
		await sandbox?.stop();
	}, 600_000);

	const workflowOf = async (name: string, parameters: INodeParameters) =>
		(
			await workbench.importWorkflow(
				manualWorkflow(name, input({}), {
					name: NODE,
					type: `${PACKAGE}.translationJobs`,
					parameters,
				}),
			)
		).id;
	const run = async (id: string, json: IDataObject): Promise<IDataObject> => {
		const { rest } = workbench;
		const workflow = await rest.workflow(id);
		const nodes = workflow.nodes.map((node) =>
			node.name === INPUT ? { ...node, ...input(json) } : node,
		);
		await rest.updateNodes(workflow, nodes);
		return output(await rest.finished(await rest.run(id, START)), NODE)[0]!.json;
	};
	/** How often each trigger has handed over each request. */
	const countsOf = async (name: TriggerName, requestIds: string[]): Promise<number[]> => {
		const executions = await workbench.rest.waitForExecutions(triggers[name], 0);
		const ids = executions.flatMap((execution) =>
			output(execution, handle.name).map(({ json }) => json.requestId),
		);
		return requestIds.map((requestId) => ids.filter((id) => id === requestId).length);
	};
	const seedJob = async () => {
		const seed = { jobs: 1, requestsPerJob: 2, requestStatus: 'IN_TRANSLATION' } as const;
		const { jobIds, requestIds } = await sandbox.seed(seed);
		return { jobId: jobIds[0]!, requestIds };
	};
	const handedOver = async (names: TriggerName[], requestIds: string[]) => {
		for (const name of names)
			await eventually(
				async () => (await countsOf(name, requestIds)).every((count) => count > 0) || undefined,
			);
	};
	const jobCount = async () => (await sandbox.jobs()).length;

	(isThere ? it : it.skip)('goes on where the earlier version stopped', async () => {
		const { rest } = workbench;
		const seeded = [await seedJob(), await seedJob(), await seedJob(), await seedJob()] as const;
		const [first, second, whileDown, after] = seeded;
		for (const name of NAMES) {
			triggers[name] = (await workbench.importWorkflow(chain(name, TRIGGERS[name], handle))).id;
			await rest.activate(triggers[name]);
		}
		const send = await workflowOf(
			'Send',
			sending({ options: { onFailure: 'keep', advanced: { takeOverSeconds: 1 } } }),
		);
		const preview = await workflowOf('Preview', sending({ operation: 'preview' }));
		const planned = await workflowOf(
			'Planned',
			sending({ options: { planKey: '={{ $json.key }}' } }),
		);
		const changes = await workflowOf('Changes', known({ targetLanguages: ['de-de'] }));
		const read = await workflowOf(
			'Read',
			merging({
				jobId: byId('={{ $json.jobId }}'),
				requestId: byId('={{ $json.requestId }}'),
			} as INodeParameters),
		);

		// The earlier version.
		const finished = { texts: { title: 'Finished' } };
		const half = { texts: { title: 'Half' } };
		const plan = { texts: { title: 'Planned' } };
		const entry = { id: 7, title: 'An entry', blocks: [{ text: 'A text' }] };
		const { jobId: finishedJob } = await run(send, finished);
		await sandbox.fault({ method: 'PUT', path: 'submit$', status: 409, times: 100 });
		await expect(run(send, half)).rejects.toThrow('put out nothing');
		await sandbox.clearFaults();
		const halfJob = (await sandbox.jobs()).find(({ status }) => status === 'CREATED')!.jobId;
		const { planKey: key } = await run(preview, plan);
		const { jobId, requestId } = await run(changes, entry);
		await sandbox.advance(1_000);
		await sandbox.deliver(String(jobId));
		const row = await run(read, { jobId, requestId, entry });
		expect(row.knownTranslations).toEqual(expect.stringContaining('"version":1'));
		for (const { jobId, requestIds } of [first, second]) {
			await sandbox.deliver(jobId);
			await handedOver(NAMES, requestIds);
		}
		const listeners = await sandbox.listeners();
		expect(listeners).toHaveLength(1);

		// This version.
		await workbench.n8n.kill();
		await sandbox.deliver(whileDown.jobId);
		await workbench.replacePackage();
		await handedOver(['content poll', 'status poll'], whileDown.requestIds);
		await sandbox.deliver(after.jobId);
		await handedOver(NAMES, after.requestIds);
		expect(await sandbox.listeners()).toMatchObject(listeners.map(({ uri }) => ({ uri })));
		// Only what came last before n8n was killed may come again: it may have been lost.
		for (const name of NAMES) expect(await countsOf(name, first.requestIds)).toEqual([1, 1]);

		const jobs = await jobCount();
		expect(await run(send, finished)).toMatchObject({ jobId: finishedJob });
		expect(await run(send, half)).toMatchObject({ sendOutcome: 'created' });
		expect((await sandbox.jobs()).some(({ jobId }) => jobId === halfJob)).toBe(false);
		const targetLanguage = 'de-de';
		const rows = [
			{
				targetLanguage,
				knownTranslations: row.knownTranslations,
				translatedEntry: row.entry as IDataObject,
			},
		];
		const unchanged = await run(changes, { ...entry, rows });
		expect(unchanged).not.toHaveProperty('error');
		expect(await jobCount()).toBe(jobs);
		await run(planned, { ...plan, key });
		expect(await jobCount()).toBe(jobs + 1);
		for (const name of NAMES) await rest.deactivate(triggers[name]);
		expect(await sandbox.listeners()).toEqual([]);
	});

	fileModes(environment, 'database');

	it('n8n says that its version 3 changes nothing for the templates', async () => {
		const later = { ...handle, type: 'n8n-nodes-base.function' };
		await workbench.importWorkflow(manualWorkflow('What n8n 3 removes', later));
		for (const { workflow } of readTemplates()) await workbench.importTemplate(workflow);
		expect(await workbench.rest.affectedBy('v3')).toEqual({ 'function-removed-v3': 1 });
	});
});
