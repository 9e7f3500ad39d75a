import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { IDataObject } from 'n8n-workflow';

export interface Call {
	method: string;
	path: string;
	query: Record<string, string>;
	authorization: string;
	body: IDataObject;
}

export interface Answer {
	status?: number;
	body: unknown;
	headers?: Record<string, string>;
}

/** A call that the description of the system does not allow. */
export class Forbidden extends Error {}

/** A system with a REST API. It notes every call that its description does not allow. */
export abstract class HttpSystem {
	readonly violations: string[] = [];
	protected answersToLose = 0;
	private readonly server: Server;

	constructor() {
		this.server = createServer((request, response) => {
			void this.take(request).then(({ status = 200, body, headers }) =>
				response
					.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
					.end(JSON.stringify(body)),
			);
		});
	}

	protected abstract answer(call: Call): Answer;

	protected abstract isWrite(call: Call): boolean;

	async listen(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return this;
	}

	get origin(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** It does what the next write asks for, and its answer is lost. */
	failNextWrite(): void {
		this.answersToLose = 1;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private async take(request: IncomingMessage): Promise<Answer> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
		const method = request.method ?? '';
		const call: Call = {
			method,
			path: decodeURIComponent(pathname),
			query: Object.fromEntries(searchParams),
			authorization: request.headers.authorization ?? '',
			body: method === 'GET' ? {} : ((await json(request)) as IDataObject),
		};
		try {
			const answer = this.answer(call);
			if (!this.isWrite(call) || this.answersToLose === 0) return answer;
			this.answersToLose -= 1;
			return { status: 502, body: { message: 'Bad gateway' } };
		} catch (error) {
			if (!(error instanceof Forbidden)) throw error;
			this.violations.push(`${method} ${request.url}: ${error.message}`);
			return { status: 400, body: { message: error.message } };
		}
	}
}

export function demand(condition: unknown, message: string): asserts condition {
	if (!condition) throw new Forbidden(message);
}

/** Each of these fields, and no other. */
export function demandFields(given: object, required: string[], optional: string[] = []): void {
	for (const name of required) demand(name in given, `"${name}" is missing`);
	for (const name of Object.keys(given))
		demand([...required, ...optional].includes(name), `"${name}" is not a field of this call`);
}
