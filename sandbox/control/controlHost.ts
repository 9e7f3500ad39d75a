import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

import { Refusal } from '../calls/refusal';
import { send } from '../http/exchange';
import type { Origin } from '../http/origin';
import type { State } from '../model/state';
import { controlActions } from './controlActions';

type Action = (input: unknown) => unknown;
export type ExtraActions = Record<string, Action>;
/** Runs an action by name. */
export type Act = (name: string, input: unknown) => Promise<unknown>;

/** All control actions, including those of other parts of the sandbox. */
export function actionsByName(state: State, extra: ExtraActions): Act {
	const actions: Record<string, Action> = {
		...(controlActions(state) as unknown as Record<string, Action>),
		...extra,
	};
	return async (name, input) => {
		const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
		if (!action)
			throw new Refusal(
				404,
				'NOT_FOUND',
				`There is no action "${name}". Actions: ${Object.keys(actions).join(', ')}.`,
			);
		return await action(input);
	};
}

const PAGE = join(__dirname, '..', 'page');
const TYPES: Record<string, string> = {
	'.html': 'text/html',
	'.css': 'text/css',
	'.js': 'text/javascript',
};

/** The files of the page by their path. */
const ASSETS = new Map(
	readdirSync(PAGE).map((file) => [file === 'index.html' ? '/' : `/${file}`, join(PAGE, file)]),
);

/** Serves the page at `/` and the actions at `/_sandbox/{action}`. */
export async function openControlHost(act: Act, port: number): Promise<Origin> {
	const server = createServer((req, res) => {
		serve(act, req, res).catch((error: unknown) => {
			const refusal =
				error instanceof Refusal
					? error
					: new Refusal(500, 'INTERNAL_ERROR', String((error as Error).stack ?? error));
			send(res, refusal.status, JSON.stringify({ code: refusal.code, message: refusal.message }), {
				'Content-Type': 'application/json',
			});
		});
	});
	server.keepAliveTimeout = 120_000;
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

async function serve(act: Act, req: IncomingMessage, res: ServerResponse): Promise<void> {
	const url = new URL(req.url ?? '/', 'http://sandbox');
	const asset = ASSETS.get(url.pathname);
	if (asset) {
		send(res, 200, await readFile(asset), {
			'Content-Type': `${TYPES[extname(asset)]}; charset=utf-8`,
			'Content-Security-Policy':
				"default-src 'self'; img-src data:; style-src 'self' 'unsafe-inline'",
			'Cache-Control': 'no-store',
		});
		return;
	}
	const name = /^\/_sandbox\/(\w+)$/.exec(url.pathname)?.[1] ?? url.pathname;
	const result = await act(name, req.method === 'GET' ? readQuery(url) : await readInput(req));
	send(res, 200, JSON.stringify(result ?? null), { 'Content-Type': 'application/json' });
}

const readQuery = ({ searchParams }: URL): Record<string, string | number> =>
	Object.fromEntries(
		[...searchParams].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]),
	);

async function readInput(req: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
	const text = Buffer.concat(chunks).toString();
	if (text === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw new Refusal(400, 'INVALID_REQUEST', 'The body is not valid JSON.');
	}
}
