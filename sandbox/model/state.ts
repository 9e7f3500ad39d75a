import { randomBytes, randomUUID } from 'node:crypto';

import { RequestLog } from '../calls/log';
import { TOKEN_PREFIX, Violations } from '../calls/violations';
import { Faults } from '../faults/faults';
import { Clock } from './clock';
import type {
	HeldCallback,
	Job,
	Listener,
	Mail,
	Provider,
	SentCallback,
	SourceFile,
	StatusUpdate,
	TranslationRequest,
} from './model';
import { type Preset, presetVariants } from './presets';
import { seededProviders } from './seededProviders';
import { Throttle } from './throttle';
import { applyVariants, type Variants } from './variants';

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

/** The whole state of the sandbox. */
export class State {
	preset: Preset;
	readonly variants: Variants;
	readonly faults = new Faults();
	readonly throttle = new Throttle();
	readonly log = new RequestLog();
	readonly violations = new Violations();
	readonly clients = new Map<string, Client>();
	/** Follows real time and `advance`, but not `clockOffsetMs`. Tokens and links expire by it. */
	clock = new Clock();
	/** Access token → when it expires. */
	readonly tokens = new Map<string, { clientId: string; expires: number }>();
	/** Tokens to answer with 403 instead of 401. */
	readonly forbiddenTokens = new Set<string>();
	readonly jobs = new Map<string, Job>();
	/** Jobs in order of creation. */
	readonly jobOrder: Job[] = [];
	readonly requests = new Map<string, TranslationRequest>();
	readonly files = new Map<string, SourceFile>();
	readonly filesBySas = new Map<string, SourceFile>();
	readonly updates = new Map<string, StatusUpdate>();
	readonly listeners = new Map<string, Listener>();
	readonly providers = new Map<string, Provider>();
	callbacks: SentCallback[] = [];
	mails: Mail[] = [];
	/** Callbacks held back to be sent out of order. */
	heldCallbacks: HeldCallback[] = [];
	/** Resets other parts of the sandbox. */
	readonly onReset: Array<() => void> = [];
	/** Changes with every job, so that sorted lists notice when they are stale. */
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

	/** Forms in which production differs, and that no switch changes. */
	get isProduction(): boolean {
		return this.preset === 'production';
	}

	/** The time by the service's own clock. */
	now(): number {
		return this.clock.now() + this.variants.clockOffsetMs;
	}

	advance(ms: number): Promise<void> {
		return this.clock.advance(ms);
	}

	/** The time in the Date header: that of the service, or of a gateway in front of it. */
	gatewayTime(): number {
		const { dateHeader } = this.variants;
		return typeof dateHeader === 'number' ? Date.now() + dateHeader : this.now();
	}

	nextSeq(): number {
		return ++this.lastSeq;
	}

	newId(): string {
		return this.isProduction ? longId() : shortId();
	}

	newFileId(): string {
		return this.isProduction ? longId() : guid();
	}

	secrets(): string[] {
		return [...this.clients.values()].map(({ clientSecret }) => clientSecret);
	}

	issueToken(clientId: string): string {
		const token = TOKEN_PREFIX + randomBytes(24).toString('hex');
		this.tokens.set(token, {
			clientId,
			expires: this.clock.now() + this.variants.tokenLifetimeSeconds * 1000,
		});
		return token;
	}

	/** The client of a valid token. */
	clientOf(token: string): string | undefined {
		const known = this.tokens.get(token);
		return known && known.expires > this.clock.now() ? known.clientId : undefined;
	}

	expireTokens(how: true | 403 = true): void {
		if (how === 403) for (const token of this.tokens.keys()) this.forbiddenTokens.add(token);
		this.tokens.clear();
	}

	addJob(job: Job): void {
		this.jobs.set(job.jobId, job);
		this.jobOrder.push(job);
		this.jobsVersion += 1;
	}

	removeJob(job: Job): void {
		this.jobs.delete(job.jobId);
		const at = this.jobOrder.indexOf(job);
		if (at >= 0) this.jobOrder.splice(at, 1);
		for (const { requestId } of job.requests) this.requests.delete(requestId);
		this.jobsVersion += 1;
	}

	/**
	 * Clears all data, faults and the log and restores the switches of the start, or of another
	 * preset. Clients and their tokens stay.
	 */
	reset(preset: Preset = this.startPreset): void {
		const variants = presetVariants(preset);
		this.clock.stop();
		this.clock = new Clock();
		for (const known of [
			this.jobs,
			this.requests,
			this.files,
			this.filesBySas,
			this.updates,
			this.listeners,
			this.providers,
		])
			known.clear();
		this.jobOrder.length = 0;
		this.callbacks = [];
		this.mails = [];
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
		for (const provider of seededProviders())
			this.providers.set(provider.id, { seq: this.nextSeq(), ...provider });
	}
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Ten letters and digits, like the ids of the service. They must be unique, not secret. */
export function shortId(): string {
	let id = '';
	for (let count = 0; count < 10; count++)
		id += ALPHABET[Math.floor(Math.random() * ALPHABET.length)];
	return id;
}

const longId = (): string => randomBytes(16).toString('base64url');

export const guid = (): string => randomUUID();
