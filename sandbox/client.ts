import type { LogFilter } from './calls/log';
import type { ControlActions } from './control/controlActions';
import type { Fault } from './faults/faults';
import type { DeliveredStatus, Provider } from './model/model';
import type { Preset } from './model/presets';
import type { Seed } from './model/seed';
import type { Client } from './model/state';
import type { Variants } from './model/variants';

type Result<A extends keyof ControlActions> = Promise<Awaited<ReturnType<ControlActions[A]>>>;

/** Drives a running sandbox over HTTP. */
export class SandboxControl {
	constructor(readonly controlUrl: string) {}

	/** Runs any action by name, including those of extensions. */
	async act<T>(action: string, input: unknown = {}): Promise<T> {
		const answer = await fetch(`${this.controlUrl}/_sandbox/${action}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(input),
		});
		const body = (await answer.json()) as T & { message?: string };
		if (!answer.ok) throw new Error(`The sandbox refused "${action}": ${body.message}`);
		return body;
	}

	private run<A extends keyof ControlActions>(
		action: A,
		input?: Parameters<ControlActions[A]>[0],
	): Result<A> {
		return this.act<Awaited<ReturnType<ControlActions[A]>>>(action, input);
	}

	configure = (changes: Partial<Variants>) => this.run('configure', changes);
	variants = () => this.run('variants');
	fault = (fault: Fault) => this.run('fault', fault);
	/** Faults that are still waiting for calls. */
	faults = () => this.run('faults');
	clearFaults = () => this.run('clearFaults');
	seed = (seed: Seed) => this.run('seed', seed);
	/** Restores the initial state, optionally with another preset. Clients and tokens stay. */
	reset = (to: { preset?: Preset } = {}) => this.run('reset', to);
	log = (filter: LogFilter = {}) => this.run('log', filter);
	clearLog = () => this.run('clearLog');
	violations = () => this.run('violations');
	jobs = () => this.run('jobs');
	requests = (jobId?: string) => this.run('requests', { jobId });
	files = (jobId?: string) => this.run('files', { jobId });
	updates = () => this.run('updates');
	listeners = () => this.run('listeners');
	callbacks = () => this.run('callbacks');
	addMail = (mail: Parameters<ControlActions['addMail']>[0]) => this.run('addMail', mail);
	providers = () => this.run('providers');
	addProvider = (provider: Omit<Provider, 'seq'>) => this.run('addProvider', provider);
	addClient = (client: Client) => this.run('addClient', client);
	issueToken = (clientId: string) => this.run('issueToken', { clientId });
	expireTokens = () => this.run('expireTokens');
	addListener = (listener: Parameters<ControlActions['addListener']>[0]) =>
		this.run('addListener', listener);
	disableListeners = () => this.run('disableListeners');
	deliver = (jobId: string, requestIds?: string[], status?: DeliveredStatus) =>
		this.run('deliver', { jobId, requestIds, status });
	deliverAll = (status?: DeliveredStatus) => this.run('deliverAll', { status });
	redeliver = (requestIds: string[], status?: DeliveredStatus) =>
		this.run('redeliver', { requestIds, status });
	approve = (requestIds: string[]) => this.run('approve', { requestIds });
	cancelRequest = (requestId: string) => this.run('cancelRequests', { requestIds: [requestId] });
	addLabel = (jobId: string, label: string) => this.run('addLabel', { jobId, label });
	failRequest = (requestId: string, message: string) =>
		this.run('failRequests', { requestIds: [requestId], message });
	/** Moves the service's clock forward: tokens expire, and old jobs are archived. */
	advance = (ms: number) => this.run('advance', { ms });
	memory = () => this.run('memory');
	translation = (requestId: string) => this.run('translation', { requestId });
	snapshot = () => this.run('snapshot');
}
