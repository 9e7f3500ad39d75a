import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { REST_BASE_PATH } from './calls/log';
import type { Addresses } from './control/addresses';
import { type Act, actionsByName, openControlHost } from './control/controlHost';
import { openFileHost } from './files/fileHost';
import { openOrigin, type Origin } from './http/origin';
import type { Preset } from './model/presets';
import { type Client, State } from './model/state';
import type { Variants } from './model/variants';
import { admitToRest, handleRest } from './rest/rest';
import { startSoap } from './soap';
import { handleTokenHost } from './tokenHost';

export interface ServerOptions {
	clientId?: string;
	clientSecret?: string;
	ports?: Partial<Record<'auth' | 'rest' | 'files' | 'control' | 'soap', number>>;
	/** The initial behaviour of the service; `specification` by default. */
	preset?: Preset;
	/** Switches that differ from the preset. */
	variants?: Partial<Variants>;
}

export interface RunningServer {
	readonly addresses: Addresses;
	readonly act: Act;
	stop(): Promise<void>;
}

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
	const { ports = {} } = options;
	const client = {
		clientId: options.clientId ?? 'sandbox-client',
		clientSecret: options.clientSecret ?? `sandbox-secret-${randomBytes(12).toString('hex')}`,
	};
	const state = new State(
		await mkdtemp(join(tmpdir(), 'translation-sandbox-')),
		client,
		options.variants,
		options.preset,
	);
	try {
		return await open(state, client, ports);
	} catch (error) {
		await rm(state.directory, { recursive: true, force: true });
		throw error;
	}
}

async function open(
	state: State,
	client: Client,
	ports: NonNullable<ServerOptions['ports']>,
): Promise<RunningServer> {
	const handleFiles = openFileHost(state);
	const auth = await openOrigin(state, {
		name: 'auth',
		port: ports.auth ?? 0,
		handle: handleTokenHost,
	});
	const rest = await openOrigin(state, {
		name: 'rest',
		port: ports.rest ?? 0,
		admit: admitToRest,
		handle: handleRest,
	});
	const files = await openOrigin(state, {
		name: 'files',
		port: ports.files ?? 0,
		handle: handleFiles,
	});
	const soap = await startSoap(state, ports.soap ?? 0);
	const act = actionsByName(state, soap.actions);
	const control = await openControlHost(act, ports.control ?? 0);
	Object.assign(state.urls, {
		auth: auth.url,
		rest: rest.url,
		files: files.url,
		control: control.url,
		soap: soap.info.url,
	});

	const origins: Array<Pick<Origin, 'close'>> = [auth, rest, files, control, soap];
	return {
		addresses: {
			baseUrl: rest.url + REST_BASE_PATH,
			authUrl: auth.url,
			fileUrl: files.url,
			controlUrl: control.url,
			...client,
			soap: soap.info,
		},
		act,
		async stop() {
			state.clock.stop();
			await Promise.all(origins.map((origin) => origin.close()));
			await rm(state.directory, { recursive: true, force: true });
		},
	};
}
