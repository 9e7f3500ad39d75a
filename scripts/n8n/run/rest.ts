import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
	ICredentialType,
	IDataObject,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

import { unflatten } from './unflatten';

const REQUEST_TIMEOUT_MS = 120_000;
/** Long, because a busy machine is not a defect. Waiting ends as soon as there is a result. */
const WAIT_MS = 300_000;
const POLL_MS = 200;

interface Publication {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	liveVersionId: string | null;
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface CredentialInput {
	name: string;
	type: string;
	data: IDataObject;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface StoredWorkflow extends IWorkflowBase {
	versionId: string;
}

export type WorkflowInput = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	workflowId: string;
	startedAt: string;
	stoppedAt: string | null;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

export interface ConnectionTest {
	status: 'OK' | 'Error';
	message: string;
}

interface BreakingChanges {
	report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
}

/** Any answer of n8n except success. */
export class N8nRestError extends Error {
	constructor(
		readonly status: number,
		request: string,
		readonly body: string,
	) {
		super(`n8n answered ${status} to ${request}: ${body.slice(0, 1_000)}`);
	}
}

/** n8n's internal API, as its editor uses it, with a login cookie. */
export class N8nRest {
	private cookie = '';

	constructor(readonly url: string) {}

	/** Name and value of the session cookie, for a browser. */
	get session(): { name: string; value: string } {
		const separator = this.cookie.indexOf('=');
		return { name: this.cookie.slice(0, separator), value: this.cookie.slice(separator + 1) };
	}

	async setUpOwner(owner: Owner): Promise<void> {
		await this.call('POST', '/rest/owner/setup', owner);
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.callRaw<INodeTypeDescription[]>('GET', '/types/nodes.json');
	}

	async credentialTypes(): Promise<ICredentialType[]> {
		return await this.callRaw<ICredentialType[]>('GET', '/types/credentials.json');
	}

	async createCredential(credential: CredentialInput): Promise<StoredCredential> {
		return await this.call<StoredCredential>('POST', '/rest/credentials', credential);
	}

	async testCredential(
		credential: StoredCredential & { data: IDataObject },
	): Promise<ConnectionTest> {
		return await this.call<ConnectionTest>('POST', '/rest/credentials/test', {
			credentials: credential,
		});
	}

	async createWorkflow(workflow: WorkflowInput): Promise<StoredWorkflow> {
		return await this.call<StoredWorkflow>('POST', '/rest/workflows', {
			settings: { executionOrder: 'v1' },
			...workflow,
		});
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.call<StoredWorkflow>('GET', `/rest/workflows/${id}`);
	}

	/** Saves other nodes as a draft. What is published goes on with those it had. */
	async updateNodes(
		{ id, versionId }: StoredWorkflow,
		nodes: StoredWorkflow['nodes'],
		pinData?: StoredWorkflow['pinData'],
	) {
		await this.call('PATCH', `/rest/workflows/${id}`, { versionId, nodes, pinData });
	}

	/** Publishes the workflow and waits until its triggers run; n8n answers before that. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		const { status, triggers } = await this.publication(
			id,
			({ status, liveVersionId }) => liveVersionId === versionId || status === 'failed',
		);
		if (status !== 'published')
			throw new Error(
				triggers.map(({ errorMessage }) => errorMessage).join('\n') || `The workflow is ${status}`,
			);
	}

	async deactivate(id: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.publication(id, ({ status }) => status === 'not_published');
	}

	private async publication(
		id: string,
		isSettled: (publication: Publication) => boolean,
	): Promise<Publication> {
		const deadline = Date.now() + WAIT_MS;
		for (;;) {
			const publication = await this.call<Publication>(
				'GET',
				`/rest/workflows/${id}/publication-status`,
			);
			if (publication.status !== 'in_progress' && isSettled(publication)) return publication;
			if (Date.now() > deadline)
				throw new Error(
					`n8n is still not done with workflow ${id}: ${JSON.stringify(publication)}`,
				);
			await sleep(POLL_MS);
		}
	}

	/**
	 * Starts a manual execution from a trigger, like the editor's button, and returns its id.
	 * `input` replaces the output of the trigger, e.g. a chat message.
	 */
	async run(id: string, trigger: string, input?: IDataObject): Promise<string> {
		const data = input && {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			source: [null],
			data: { main: [[{ json: input }]] },
		};
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger, ...(data ? { data } : {}) } },
		);
		return executionId;
	}

	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return (
			await this.call<{ results: ExecutionSummary[] }>(
				'GET',
				`/rest/executions?filter=${filter}&limit=100`,
			)
		).results;
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.call<ExecutionSummary & { data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		return { ...stored, data: unflatten<IRunExecutionData>(stored.data) };
	}

	/** Waits until the execution has ended, with any outcome. */
	async finished(id: string, timeoutMs = WAIT_MS): Promise<Execution> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const execution = await this.execution(id);
			if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
			if (Date.now() > deadline)
				throw new Error(`Execution ${id} is still ${execution.status} after ${timeoutMs / 1000} s`);
			await sleep(POLL_MS);
		}
	}

	/** Waits for `count` ended executions of the workflow and returns them, oldest first. */
	async waitForExecutions(
		workflowId: string,
		count: number,
		timeoutMs = WAIT_MS,
	): Promise<Execution[]> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			const ended = (await this.executions(workflowId)).filter(
				({ stoppedAt }) => stoppedAt !== null,
			);
			if (ended.length >= count) {
				const ids = ended.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
				return await Promise.all(ids.map((id) => this.execution(id)));
			}
			if (Date.now() > deadline)
				throw new Error(
					`Workflow ${workflowId} has ${ended.length} of ${count} executions after ${timeoutMs / 1000} s`,
				);
			await sleep(POLL_MS);
		}
	}

	/** The content of a binary from an execution. */
	async binary(id: string): Promise<ReadableStream<Uint8Array>> {
		const path = `/rest/binary-data?action=download&id=${encodeURIComponent(id)}`;
		const response = await fetch(this.url + path, { headers: { cookie: this.cookie } });
		if (!response.ok || !response.body)
			throw new N8nRestError(response.status, `GET ${path}`, await response.text());
		return response.body;
	}

	/** The rows of a data table of the owner. */
	async dataTableRows(name: string): Promise<IDataObject[]> {
		const rows = `${await this.dataTablePath(name)}/rows?take=100`;
		return (await this.call<{ data: IDataObject[] }>('GET', rows)).data;
	}

	async updateDataTableRow(name: string, id: unknown, data: IDataObject): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: id }] };
		await this.call('PATCH', `${await this.dataTablePath(name)}/rows`, { filter, data });
	}

	private async dataTablePath(name: string): Promise<string> {
		const { id: project } = await this.call<{ id: string }>('GET', '/rest/projects/personal');
		const path = `/rest/projects/${project}/data-tables`;
		const tables = await this.call<{ data: Array<{ id: string; name: string }> }>('GET', path);
		const table = tables.data.find((candidate) => candidate.name === name);
		if (!table) throw new Error(`There is no data table "${name}"`);
		return `${path}/${table.id}`;
	}

	/** n8n's own report about a later version: how many workflows each change affects. */
	async affectedBy(version: 'v3'): Promise<Record<string, number>> {
		const path = `/rest/breaking-changes/report/refresh?version=${version}`;
		const { report } = await this.call<BreakingChanges>('POST', path, {});
		return Object.fromEntries(
			report.workflowResults.map(({ ruleId, nbAffectedWorkflows }) => [
				ruleId,
				nbAffectedWorkflows,
			]),
		);
	}

	/** Loads the options of a drop-down or resource locator, like the editor. */
	async dynamicParameters<T>(
		kind: 'options' | 'resource-locator-results' | 'resource-mapper-fields',
		body: IDataObject,
	): Promise<T> {
		return await this.call<T>('POST', `/rest/dynamic-node-parameters/${kind}`, body);
	}

	private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.callRaw<{ data: T }>(method, path, body)).data;
	}

	private async callRaw<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.url + path, {
			method,
			headers: {
				'content-type': 'application/json',
				// n8n may close a kept connection at the moment it is used again.
				connection: 'close',
				// n8n pushes progress to this id. Nobody listens, but the header is required.
				'push-ref': randomUUID(),
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		for (const cookie of response.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.cookie = cookie.split(';', 1)[0] ?? '';
		}
		const text = await response.text();
		if (!response.ok) throw new N8nRestError(response.status, `${method} ${path}`, text);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}
