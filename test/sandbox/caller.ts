import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/launch';
import { eventually } from '../support/eventually';

// Tests look deep into answers of every shape; naming each shape here would repeat the service.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = Record<string, any>;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	/** The body as JSON, or an empty object when it is none. */
	body: Json;
}

export interface Transfer {
	fmsFileId: string;
	fmsPostMultipartUrl: string;
	fmsUploadUrl: string;
	fmsSASToken: string;
}

export const CONNECTOR = {
	connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b sandbox-test 1.0.0',
	connectorVersion: '1.0.0',
};

/**
 * Starts a sandbox before the tests of a file and stops it at the end. It is as on its first day
 * before each test.
 */
export function useCaller(options: SandboxOptions = {}): Caller {
	const caller = new Caller();
	beforeAll(async () => {
		caller.sandbox = await startSandbox(options);
		await caller.login();
	});
	beforeEach(async () => await caller.sandbox.reset());
	afterAll(async () => await caller.sandbox?.stop());
	return caller;
}

/** Speaks plain HTTP to a sandbox, with a token where one belongs. */
export class Caller {
	sandbox!: Sandbox;
	token = '';

	static async of(sandbox: Sandbox): Promise<Caller> {
		const caller = new Caller();
		caller.sandbox = sandbox;
		await caller.login();
		return caller;
	}

	async login(): Promise<void> {
		const { body } = await this.askToken();
		this.token = body.access_token as string;
	}

	async askToken(form: Record<string, string> = {}): Promise<Answer> {
		const { authUrl, clientId, clientSecret } = this.sandbox;
		const fields = {
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
			...form,
		};
		return await read(
			await fetch(`${authUrl}/connect/token`, {
				method: 'POST',
				body: new URLSearchParams(fields),
			}),
		);
	}

	async call(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer> {
		const answer = await fetch(this.sandbox.baseUrl + path, {
			method,
			redirect: 'manual',
			headers: {
				Authorization: `Bearer ${this.token}`,
				'Content-Type': 'application/json',
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		return await read(answer);
	}

	async createJob(fields: Json = {}): Promise<string> {
		return (await this.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR, ...fields })).body
			.jobId as string;
	}

	async createTransfer(jobId: string, fileName = 'hello.txt'): Promise<Transfer> {
		return (
			await this.call('POST', `/jobs/${jobId}/sourcefiles?fileName=${encodeURIComponent(fileName)}`)
		).body as Transfer;
	}

	async uploadMultipart(
		transfer: Transfer,
		content: string | Uint8Array,
		part = 'file',
		contentType = 'text/plain',
	): Promise<Answer> {
		const form = new FormData();
		form.append(part, new Blob([content], { type: contentType }), 'hello.txt');
		return await read(await fetch(transfer.fmsPostMultipartUrl, { method: 'POST', body: form }));
	}

	async uploadFile(
		jobId: string,
		content: string | Uint8Array = 'Hello world',
		fileName = 'hello.txt',
	): Promise<string> {
		const transfer = await this.createTransfer(jobId, fileName);
		await this.uploadMultipart(transfer, content);
		return transfer.fmsFileId;
	}

	async addPairs(
		jobId: string,
		targets: string[] = ['fr-fr'],
		fields = [{ key: 'title', value: 'Hello world' }],
	): Promise<Json[]> {
		const { body } = await this.call('POST', `/jobs/${jobId}/sourcecontent`, { fields });
		return await this.addRequests(jobId, { sourcecontentId: body.sourcecontentId }, targets);
	}

	async addRequests(jobId: string, content: Json, targets: string[] = ['fr-fr']): Promise<Json[]> {
		const answer = await this.call('POST', `/jobs/${jobId}/requests/add`, {
			requestName: 'An item',
			sourceNativeId: 'item-1',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: targets,
			...content,
		});
		return ((answer.body._embedded ?? answer.body).requests ?? []) as Json[];
	}

	/**
	 * A job that was submitted and reached its provider; nothing is delivered unless `autoDeliver` is
	 * on.
	 */
	async submittedJob(
		targets: string[] = ['fr-fr'],
	): Promise<{ jobId: string; requestIds: string[] }> {
		const jobId = await this.createJob();
		const requests = await this.addPairs(jobId, targets);
		await this.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
		await this.until(jobId, 'IN_TRANSLATION');
		return { jobId, requestIds: requests.map(({ requestId }) => requestId as string) };
	}

	async deliveredJob(
		targets: string[] = ['fr-fr'],
	): Promise<{ jobId: string; requestIds: string[] }> {
		const job = await this.submittedJob(targets);
		await this.sandbox.deliver(job.jobId);
		return job;
	}

	async until(jobId: string, status: string): Promise<void> {
		await eventually(
			async () => (await this.sandbox.jobs()).find((job) => job.jobId === jobId)?.status === status,
		);
	}

	async requestStatus(requestId: string): Promise<string | undefined> {
		return (await this.sandbox.requests()).find((request) => request.requestId === requestId)
			?.status;
	}
}

export async function read(answer: Response): Promise<Answer> {
	const text = await answer.text();
	let body: Json = {};
	try {
		body = JSON.parse(text) as Json;
	} catch {
		// Not every answer is JSON.
	}
	return { status: answer.status, headers: answer.headers, text, body };
}
