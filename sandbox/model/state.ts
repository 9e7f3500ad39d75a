import { randomBytes, randomUUID } from 'node:crypto';
import { Clock } from './clock';
import { Faults } from '../faults/faults';
import { RequestLog } from '../http/log';
import type { HeldCallback, Job, Listener, Provider, SentCallback, SourceFile, StatusUpdate, TranslationRequest } from './model';
import { presetVariants, type Preset } from './presets';
import { seededProviders } from './seededProviders';
import { Throttle } from '../http/throttle';
import { applyVariants, type Variants } from './variants';
import { TOKEN_PREFIX, Violations } from '../http/violations';

export interface Client {
	clientId: string;
	clientSecret: string;
}

export interface Urls {
	auth: string;
	rest: string;
	files: string;
	control: string;
	soap: string;
}

export const SITE_ID = 'sandbox-site';

/** Everything the sandbox knows, in one place; `reset` brings back the first day. */
export class State {
	preset: Preset;
	readonly variants: Variants;
	readonly faults = new Faults();
	readonly throttle = new Throttle();
	readonly log = new RequestLog();
	readonly violations = new Violations();
	readonly clients = new Map<string, Client>();
	/** Moves with real time and `advance`, whatever the service believes; tokens and links expire by it. */
	clock = new Clock();
	/** Access token → when it expires. */
	readonly tokens = new Map<string, { clientId: string; expires: number }>();
	/** Tokens that are answered 403 instead of 401. */
	readonly forbiddenTokens = new Set<string>();
	readonly jobs = new Map<string, Job>();
	/** The jobs in the order of their creation. */
	readonly jobOrder: Job[] = [];
	readonly requests = new Map<string, TranslationRequest>();
	readonly files = new Map<string, SourceFile>();
	readonly filesBySas = new Map<string, SourceFile>();
	readonly updates = new Map<string, StatusUpdate>();
	readonly listeners = new Map<string, Listener>();
	readonly providers = new Map<string, Provider>();
	callbacks: SentCallback[] = [];
	/** Callbacks that wait to be overtaken by later ones. */
	heldCallbacks: HeldCallback[] = [];
	/** Other parts of the sandbox that go back to the first day, too. */
	readonly onReset: Array<() => void> = [];
	/** Changes with every change of a job, so that sorted lists know when they are stale. */
	jobsVersion = 0;
	readonly urls: Urls = { auth: '', rest: '', files: '', control: '', soap: '' };

	private lastSeq = 0;

	constructor(
		readonly directory: string,
		client: Client,
		private readonly startVariants: Partial<Variants> = {},
		private readonly startPreset: Preset = 'specification',
	) {
		this.preset = startPreset;
		this.variants = presetVariants(startPreset);
		applyVariants(this.variants, startVariants);
		this.clients.set(client.clientId, client);
		this.seedProviders();
	}

	/** What the service believes the time to be. */
	now(): number {
		return this.clock.now() + this.variants.clockOffsetMs;
	}

	advance(ms: number): Promise<void> {
		return this.clock.advance(ms);
	}

	/** What the Date header says: the service's time, or that of a gateway in front of it. */
	gatewayTime(): number {
		const { dateHeaderOffsetMs } = this.variants;
		return dateHeaderOffsetMs === null ? this.now() : Date.now() + dateHeaderOffsetMs;
	}

	nextSeq(): number {
		return ++this.lastSeq;
	}

	newId(): string {
		return this.variants.idForm === 'short' ? shortId() : longId();
	}

	newFileId(): string {
		return this.variants.idForm === 'short' ? guid() : longId();
	}

	secrets(): string[] {
		return [...this.clients.values()].map(({ clientSecret }) => clientSecret);
	}

	issueToken(clientId: string): string {
		const token = TOKEN_PREFIX + randomBytes(24).toString('hex');
		this.tokens.set(token, { clientId, expires: this.clock.now() + this.variants.tokenLifetimeSeconds * 1000 });
		return token;
	}

	/** The client a token belongs to, while it is valid. */
	clientOf(token: string): string | undefined {
		const known = this.tokens.get(token);
		return known && known.expires > this.clock.now() ? known.clientId : undefined;
	}

	expireTokens(how: true | 403 = true): void {
		if (how === 403) for (const token of this.tokens.keys()) this.forbiddenTokens.add(token);
		this.tokens.clear();
	}

	removeJob(job: Job): void {
		this.jobs.delete(job.jobId);
		const at = this.jobOrder.indexOf(job);
		if (at >= 0) this.jobOrder.splice(at, 1);
		for (const { requestId } of job.requests) this.requests.delete(requestId);
		this.jobsVersion += 1;
	}

	/** Forgets jobs, listeners, updates, faults and the log, and puts switches back as they were at the start, or as another preset has them; clients and their tokens stay. */
	reset(preset: Preset = this.startPreset): void {
		const variants = presetVariants(preset);
		this.clock.stop();
		this.clock = new Clock();
		for (const known of [this.jobs, this.requests, this.files, this.filesBySas, this.updates, this.listeners, this.providers]) known.clear();
		this.jobOrder.length = 0;
		this.callbacks = [];
		this.heldCallbacks = [];
		this.jobsVersion += 1;
		this.preset = preset;
		Object.assign(this.variants, variants);
		applyVariants(this.variants, this.startVariants);
		this.faults.clear();
		this.throttle.reset();
		this.log.clear();
		this.violations.clear();
		this.seedProviders();
		for (const reset of this.onReset) reset();
	}

	private seedProviders(): void {
		for (const provider of seededProviders()) this.providers.set(provider.id, { seq: this.nextSeq(), ...provider });
	}
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Short identifiers as the service's own: ten letters and digits. They need to be unique, not secret. */
export function shortId(): string {
	let id = '';
	for (let count = 0; count < 10; count++) id += ALPHABET[Math.floor(Math.random() * ALPHABET.length)];
	return id;
}

const longId = (): string => randomBytes(16).toString('base64url');

export const guid = (): string => randomUUID();
