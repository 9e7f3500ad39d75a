import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

interface Message {
	role: string;
	content: string | null;
}

interface Question {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}

/** What the model says next, given the answers of the tools it has called so far. */
export type Turn = (toolAnswers: string[]) => { call: string; with: IDataObject } | { say: string };

/**
 * Speaks the chat completions interface that n8n's model nodes use, and follows a script instead of
 * thinking.
 */
export class ModelServer {
	readonly offeredTools = new Set<string>();

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	static async start(turn: Turn): Promise<ModelServer> {
		const server = createServer((request, response) => {
			void readJson<Question>(request).then((question) => {
				for (const tool of question.tools ?? []) model.offeredTools.add(tool.function.name);
				const answers = question.messages
					.filter(({ role }) => role === 'tool')
					.map(({ content }) => (content ?? '').replaceAll('\\"', '"'));
				response
					.setHeader('content-type', 'application/json')
					.end(JSON.stringify(completion(turn(answers), answers.length)));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const model = new ModelServer(
			server,
			`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		);
		return model;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function completion(next: ReturnType<Turn>, index: number): IDataObject {
	const message =
		'say' in next
			? { role: 'assistant', content: next.say }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call-${index}`,
							type: 'function',
							function: { name: next.call, arguments: JSON.stringify(next.with) },
						},
					],
				};
	return {
		id: `answer-${index}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in next ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

async function readJson<T>(request: IncomingMessage): Promise<T> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return JSON.parse(text) as T;
}
