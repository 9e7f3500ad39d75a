import type { Sandbox } from '../../../sandbox/launch';
import { eventually } from '../../support/eventually';
import { KillableN8n } from '../../support/triggers/killableN8n';
import type { Saving } from '../../support/triggers/pollingWorkflow';
import { startWatchedSandbox } from '../../support/watchedSandbox';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startWatchedSandbox();
});

afterEach(async () => await sandbox.stop());

it.each<Saving>(['classic', 'reloaded', 'durable'])(
	'status updates handed over by a process that was killed come again, and only its own are acknowledged by a process (%s)',
	async (saving) => {
		await sandbox.configure({ autoDeliver: false });
		const { requestIds } = await sandbox.seed({
			jobs: 60,
			requestStatus: 'REVIEW_TRANSLATION',
			withUpdates: true,
		});
		const n8n = new KillableN8n(sandbox, {
			requestsPerSecond: 1_000,
			poll: {
				type: 'translationJobsStatusPollTrigger',
				parameters: {
					events: ['translationReady'],
					filters: {},
					options: { updatesPerExecution: 25 },
				},
				saving,
				everyMs: 300,
			},
		});
		try {
			if (saving === 'durable') await n8n.start().then(async () => await n8n.kill());
			else await n8n.startAndDieBeforeExecution(2);
			const afterFirst = (await sandbox.updates())
				.filter(({ acknowledged }) => acknowledged)
				.map(({ updateId }) => updateId);
			const byFirst = new Set(n8n.executions.flatMap(({ updateIds }) => updateIds));
			expect(afterFirst.filter((updateId) => !byFirst.has(updateId))).toEqual([]);

			await n8n.start();
			await eventually(async () =>
				(await sandbox.updates()).every(({ acknowledged }) => acknowledged),
			);
			const emitted = n8n.executions.flatMap(({ keys }) => keys.map((key) => key.split('@')[0]));
			expect([...new Set(emitted)].sort()).toEqual([...requestIds].sort());

			const bySecond = new Set(
				n8n.executions.filter(({ pid }) => pid === n8n.pid).flatMap(({ updateIds }) => updateIds),
			);
			const acknowledged = (await sandbox.log({ method: 'PUT', path: 'acknowledge$' })).map(
				({ path }) => path.split('/').at(-2)!,
			);
			expect(
				acknowledged.filter(
					(updateId) => !afterFirst.includes(updateId) && !bySecond.has(updateId),
				),
			).toEqual([]);
			console.log(
				`${saving}: 60 updates, ${emitted.length} handed over in two process runs, ${acknowledged.length} acknowledged, each by the run that handed it over`,
			);
		} finally {
			await n8n.stop();
		}
	},
);

it.each<Saving>(['classic', 'durable'])(
	'what comes again has the key it had before, though it was approved meanwhile (%s)',
	async (saving) => {
		await sandbox.configure({ autoDeliver: false });
		const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		await sandbox.deliver(jobIds[0]!);
		const n8n = new KillableN8n(sandbox, {
			requestsPerSecond: 1_000,
			poll: {
				type: 'translationJobsStatusPollTrigger',
				parameters: { events: ['translationReady'], filters: {}, options: {} },
				saving,
				everyMs: 600_000,
			},
		});
		try {
			await n8n.start();
			await eventually(async () => n8n.executions.length === 1);
			await n8n.kill();
			await sandbox.approve(requestIds);
			await n8n.start();
			await eventually(async () => n8n.executions.length === 2);
			const [before, after] = n8n.executions.map(({ keys }) => [...keys].sort());
			expect(after).toEqual(before);
			expect(after).toHaveLength(3);
		} finally {
			await n8n.stop();
		}
	},
);

it.each<Saving>(['classic', 'reloaded'])(
	'translations handed over by a process that was killed before the execution began come again (%s)',
	async (saving) => {
		await sandbox.configure({ autoDeliver: false });
		const { requestIds } = await sandbox.seed({
			jobs: 10,
			requestsPerJob: 3,
			requestStatus: 'REVIEW_TRANSLATION',
			createdFrom: new Date(Date.now() - 45 * 86_400_000).toISOString(),
		});
		const n8n = new KillableN8n(sandbox, {
			requestsPerSecond: 1_000,
			poll: {
				type: 'translationJobsContentPollTrigger',
				parameters: { filters: {}, options: { minimumAge: 0, itemsPerExecution: 10 } },
				saving,
				everyMs: 300,
			},
		});
		try {
			await n8n.startAndDieBeforeExecution(2);
			await n8n.start();
			const emitted = () =>
				n8n.executions.flatMap(({ keys }) => keys.map((key) => key.split('@')[0]));
			await eventually(async () => new Set(emitted()).size >= requestIds.length);
			expect([...new Set(emitted())].sort()).toEqual([...requestIds].sort());
		} finally {
			await n8n.stop();
		}
	},
);
