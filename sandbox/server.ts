import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { handleAuth } from './auth';
import { openControlHost, type ExtraActions } from './controlHost';
import { openFileHost } from './fileHost';
import { REST_BASE_PATH } from './log';
import { openOrigin, type Origin } from './origin';
import { admitToRest, handleRest } from './rest';
import { State } from './state';
import { applyVariants, type Variants } from './variants';

export interface ServerOptions {
	clientId?: string;
	clientSecret?: string;
	ports?: Partial<Record<'auth' | 'rest' | 'files' | 'control' | 'soap', number>>;
	variants?: Partial<Variants>;
}

/** What a client needs to know to use the sandbox. */
export interface Addresses {
	baseUrl: string;
	authUrl: string;
	fileUrl: string;
	controlUrl: string;
	clientId: string;
	clientSecret: string;
	soap?: Record<string, unknown>;
}

export interface RunningServer {
	readonly addresses: Addresses;
	readonly state: State;
	stop(): Promise<void>;
}

/**
 * The seam for the SOAP service: `sandbox/soap/index.ts` exports `startSoap` of this type. It opens its own address
 * with `openOrigin(state, { name: 'soap', port, handle })`, so that its calls are logged, checked and hit by faults.
 */
export type StartSoap = (state: State, port: number) => Promise<SoapService>;

export interface SoapService {
	/** Becomes `soap` of the addresses: at least `url`. */
	readonly info: Record<string, unknown> & { url: string };
	/** Further actions of the control host, by name. */
	readonly actions?: ExtraActions;
	close(): Promise<void>;
}

async function loadSoap(): Promise<StartSoap | undefined> {
	const path = join(__dirname, 'soap', 'index.ts');
	if (!existsSync(path)) return undefined;
	return ((await import(pathToFileURL(path).href)) as { startSoap: StartSoap }).startSoap;
}

export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
	const { ports = {} } = options;
	const client = {
		clientId: options.clientId ?? 'sandbox-client',
		clientSecret: options.clientSecret ?? `sandbox-secret-${randomBytes(12).toString('hex')}`,
	};
	const state = new State(await mkdtemp(join(tmpdir(), 'translation-sandbox-')), client);
	applyVariants(state.variants, options.variants ?? {});

	const handleFiles = await openFileHost(state);
	const auth = await openOrigin(state, { name: 'auth', port: ports.auth ?? 0, handle: handleAuth });
	const rest = await openOrigin(state, { name: 'rest', port: ports.rest ?? 0, admit: admitToRest, handle: handleRest });
	const files = await openOrigin(state, { name: 'files', port: ports.files ?? 0, handle: handleFiles });
	const soap = await (await loadSoap())?.(state, ports.soap ?? 0);
	const control = await openControlHost(state, ports.control ?? 0, soap?.actions ?? {});
	Object.assign(state.urls, { auth: auth.url, rest: rest.url, files: files.url, control: control.url });

	const open: Array<Pick<Origin, 'close'>> = [auth, rest, files, control, ...(soap ? [soap] : [])];
	return {
		state,
		addresses: {
			baseUrl: rest.url + REST_BASE_PATH,
			authUrl: auth.url,
			fileUrl: files.url,
			controlUrl: control.url,
			...client,
			...(soap ? { soap: soap.info } : {}),
		},
		async stop() {
			await Promise.all(open.map((origin) => origin.close()));
			await rm(state.directory, { recursive: true, force: true });
		},
	};
}
