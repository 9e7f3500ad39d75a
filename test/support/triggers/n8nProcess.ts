/**
 * A process that stands for n8n with one active workflow: a listener, a polling trigger, or both.
 * Its database is a file, its executions are lines of another; both are written at once, so that
 * killing it loses exactly what killing n8n would lose.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';

import { SandboxControl } from '../../../sandbox/client';
import type { Addresses } from '../../../sandbox/control/addresses';
import { deliver, deliveringNodes } from './deliveringWorkflow';
import { PollingWorkflow, type Saved, type Saving } from './pollingWorkflow';
import { triggerEngine } from './triggerEngine';
import { WebhookHost } from './webhookHost';

export interface ProcessOptions {
	sandbox: Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret' | 'controlUrl'>;
	requestsPerSecond: number;
	database: string;
	executions: string;
	poll: { type: string; parameters: INodeParameters; saving: Saving; everyMs: number };
	/** Every so many polls fail, counted on from those of earlier processes. */
	failEvery?: number;
	pollsBefore: number;
	/** Serves a listener at this port. */
	listenerPort?: number;
	/** It kills itself before this execution, counted from 1. */
	diesBeforeExecution?: number;
	/** The workflow knows what it had and approves every second request, as its last step. */
	approvesSome?: boolean;
	/**
	 * The template that delivers is run for each execution, with a store that writes to this file and
	 * fails at random.
	 */
	delivers?: { stored: string; failing: number; seed: number };
}

/** One line of the file of executions. */
export interface ExecutionLine {
	pid: number;
	source: string;
	keys: string[];
	updateIds: string[];
}

const options = JSON.parse(process.argv[2]!) as ProcessOptions;

function readDatabase(): Saved {
	return existsSync(options.database)
		? (JSON.parse(readFileSync(options.database, 'utf8')) as Saved)
		: { staticData: {} };
}

function writeDatabase(saved: Saved) {
	writeFileSync(`${options.database}.new`, JSON.stringify(saved));
	renameSync(`${options.database}.new`, options.database);
}

function record(source: string, items: Array<{ json: Record<string, unknown> }>) {
	const line: ExecutionLine = {
		pid: process.pid,
		source,
		keys: items.map(({ json }) => String(json.deliveryKey)),
		updateIds: items.flatMap(({ json }) => (json.updateId as string | undefined) ?? []),
	};
	appendFileSync(options.executions, `${JSON.stringify(line)}\n`);
}

function recordedKeys(): string[] {
	const lines = existsSync(options.executions)
		? readFileSync(options.executions, 'utf8').split('\n').filter(Boolean)
		: [];
	return lines.flatMap((line) => (JSON.parse(line) as ExecutionLine).keys);
}

const activated = async (host: WebhookHost): Promise<boolean> =>
	await host.activate('listener', { events: ['translationReady'] }).then(
		() => true,
		() => false,
	);

/** A fixed half of all requests, whatever process or trigger brings them. */
const isApproved = (requestId: string) => requestId.charCodeAt(0) % 2 === 0;

async function main() {
	const { sandbox, poll, failEvery, pollsBefore, listenerPort, requestsPerSecond } = options;
	const control = new SandboxControl(sandbox.controlUrl);
	const engine = await triggerEngine(
		sandbox,
		{ requestsPerSecond },
		options.delivers ? deliveringNodes(options.delivers) : {},
	);
	const handled = new Set(recordedKeys());
	const execute = (source: string, items: Array<{ json: Record<string, unknown> }>) => {
		record(source, items);
		if (options.delivers) void deliver(engine, source, items);
		const fresh = items.filter(({ json }) => !handled.has(String(json.deliveryKey)));
		for (const { json } of fresh) handled.add(String(json.deliveryKey));
		const approved = fresh.map(({ json }) => String(json.requestId)).filter(isApproved);
		if (options.approvesSome && approved.length > 0)
			void control.approve(approved).catch(() => undefined);
	};
	let executionsToLive = options.diesBeforeExecution ?? Infinity;
	process.on('message', () => (executionsToLive = 1));

	const workflow = new PollingWorkflow(engine, {
		...poll,
		saved: readDatabase(),
		onSave: (saved) => {
			writeDatabase(saved);
			// Only where the cursor and the execution are not saved together.
			if (poll.saving !== 'durable' && --executionsToLive === 0)
				process.kill(process.pid, 'SIGKILL');
		},
		onExecution: (items) => execute('poll', items),
	});
	if (listenerPort !== undefined) {
		const host = await WebhookHost.start(engine, {
			port: listenerPort,
			onExecution: ({ items }) => execute('listener', items),
		});
		// n8n tries again and again to activate what could not be activated on its start.
		while (!(await activated(host))) await new Promise((resolve) => setTimeout(resolve, 200));
	}
	process.send?.({});

	let failed = 0;
	for (let polls = 1; ; polls++) {
		if (failEvery && (pollsBefore + polls) % failEvery === 0)
			await control.fault({ origin: 'rest', method: 'GET', path: '^/v2/jobs$', status: 403 });
		await workflow.poll().catch(() => (failed += 1));
		process.send?.({ polls, failed });
		await new Promise((resolve) => setTimeout(resolve, poll.everyMs));
	}
}

process.on('disconnect', () => process.exit());
main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
