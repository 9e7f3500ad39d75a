import type { IDataObject } from 'n8n-workflow';

interface Answer {
	result?: IDataObject & {
		tools?: Array<{ name: string }>;
		content?: Array<{ text: string }>;
	};
	error?: { message: string };
}

/** As little of the Model Context Protocol, over streamable HTTP, as it takes to call tools. */
export class McpClient {
	private session: string | undefined;
	private lastId = 0;

	private constructor(
		private readonly url: string,
		private readonly token: string,
	) {}

	static async connect(url: string, token: string): Promise<McpClient> {
		const client = new McpClient(url, token);
		await client.ask('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await client.post({ method: 'notifications/initialized' });
		return client;
	}

	async tools(): Promise<string[]> {
		const { tools = [] } = await this.ask('tools/list', {});
		return tools.map(({ name }) => name).sort();
	}

	/** The text that the tool gives. */
	async call(name: string, parameters: IDataObject): Promise<string> {
		const { content = [] } = await this.ask('tools/call', { name, arguments: parameters });
		return content.map(({ text }) => text).join('\n');
	}

	private async ask(method: string, params: IDataObject): Promise<NonNullable<Answer['result']>> {
		this.lastId += 1;
		const text = await this.post({ id: this.lastId, method, params });
		// A stream of events, or the answer alone.
		const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
		const { result, error } = JSON.parse(json) as Answer;
		if (!result) throw new Error(`${method}: ${error?.message}`);
		return result;
	}

	private async post(message: IDataObject): Promise<string> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: `Bearer ${this.token}`,
				...(this.session ? { 'mcp-session-id': this.session } : {}),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		this.session ??= response.headers.get('mcp-session-id') ?? undefined;
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status} ${text}`);
		return text;
	}
}
