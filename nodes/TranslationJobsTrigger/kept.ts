import type { IWebhookFunctions } from 'n8n-workflow';

import { now, wait } from '../core/clock';
import { forEachConcurrent } from '../core/concurrency';
import { shortHash } from '../core/ledger';
import { logOf } from '../core/notices';
import type { EventName } from '../triggers/events';
import { openStore, saveCopy } from '../triggers/nodeStore';
import { type CallbackPayload, readPayload } from './callback';
import type { ListenerType } from './membership';
import { type Callback, isAccepted, isNotRegistered, post } from './relay';

const MAX_KEPT = 1_000;
/** n8n stores them with the workflow. */
const MAX_CHARACTERS = 500_000;
const MAX_AGE_MS = 7 * 86_400_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const CONCURRENCY = 5;
/** What a webhook answers itself. No proxy in between does. */
export const NOT_YET = 425;

/** A callback that could not be read, with the events that no poll brings. */
export interface KeptCallback {
	type: ListenerType;
	hint: CallbackPayload;
	events: EventName[];
	/** When it arrived. */
	at: number;
}

/** What was stored, or sent by the webhook itself. */
export function readKept(callbacks: unknown): KeptCallback[] {
	return (Array.isArray(callbacks) ? (callbacks as KeptCallback[]) : []).flatMap((callback) => {
		const hint = readPayload({ ...callback.hint, eventType: callback.hint?.about });
		return hint ? [{ ...callback, hint }] : [];
	});
}

/** In n8n's static data. What another service announced is of no use. */
interface Stored {
	service: string;
	callbacks: KeptCallback[];
}

type Waker = Omit<Callback, 'body'>;

const idOf = ({ type, hint }: KeptCallback): string => shortHash(JSON.stringify([type, hint]));

/**
 * What one webhook has to read again. Only a call can start its workflow, so the webhook calls
 * itself after a pause. If n8n does not know the webhook, the workflow was deactivated.
 */
export class Kept {
	private static readonly byWebhook = new Map<string, Kept>();
	private readonly callbacks = new Map<string, KeptCallback>();
	private isRecalled = false;
	private isWaking = false;
	private isUnreachable = false;
	private isBusy = false;

	/** With what an earlier process has stored. */
	static of({ context, client, own }: Waker): Kept {
		const service = client.session.baseUrl;
		const key = `${own} ${service}`;
		const kept = Kept.byWebhook.get(key) ?? new Kept();
		Kept.byWebhook.set(key, kept);
		const stored = openStore(context).kept as Stored | undefined;
		if (!kept.isRecalled && stored?.service === service)
			kept.add(context, readKept(stored.callbacks));
		kept.isRecalled = true;
		return kept;
	}

	/** Nothing but a call of the service brings what is kept. */
	get needsCallback(): boolean {
		return this.callbacks.size > 0 && (!this.isWaking || this.isUnreachable);
	}

	has(callbacks: readonly KeptCallback[]): boolean {
		return callbacks.some((callback) => this.callbacks.has(idOf(callback)));
	}

	add(context: IWebhookFunctions, callbacks: readonly KeptCallback[]): void {
		for (const callback of callbacks) this.callbacks.set(idOf(callback), callback);
		this.forget(context);
	}

	/** What is too old, and the oldest if there are too many. */
	private forget(context: IWebhookFunctions): void {
		let count = 0;
		let characters = 0;
		for (const [id, callback] of [...this.callbacks].reverse()) {
			const { at, hint } = callback;
			count += 1;
			characters += JSON.stringify(callback).length;
			if (count <= MAX_KEPT && characters <= MAX_CHARACTERS && now() - at < MAX_AGE_MS) continue;
			this.callbacks.delete(id);
			logOf(context).error(
				`Translation Jobs: a callback about job ${hint.jobId} could not be read for 7 days, or too many others came after it. It is not tried again. Look at the job.`,
				{ jobId: hint.jobId },
			);
		}
	}

	/** Tries each once. After some failures the others wait, and are the first next time. */
	async workOff(read: (callback: KeptCallback) => Promise<void>): Promise<void> {
		if (this.isBusy) return;
		this.isBusy = true;
		let failures = 0;
		const work = async ([id, callback]: [string, KeptCallback]) => {
			try {
				await read(callback);
				this.callbacks.delete(id);
			} catch {
				failures += 1;
				this.callbacks.delete(id);
				this.callbacks.set(id, callback);
			}
		};
		await forEachConcurrent([...this.callbacks], CONCURRENCY, work, () => failures < CONCURRENCY);
		this.isBusy = false;
	}

	/** Stores what is left, and sees to it that it is tried again. */
	settle(waker: Waker): void {
		const { context, client } = waker;
		const store = openStore(context);
		const callbacks = [...this.callbacks.values()];
		if (callbacks.length === 0 && !store.kept) return;
		const kept: Stored = { service: client.session.baseUrl, callbacks };
		saveCopy(context, Object.assign(store, { kept: callbacks.length > 0 ? kept : undefined }));
		if (callbacks.length > 0 && !this.isWaking)
			void this.wakeUp(waker).catch(() => (this.isWaking = false));
	}

	private async wakeUp(waker: Waker): Promise<void> {
		this.isWaking = true;
		let pause = FIRST_PAUSE_MS;
		for (let attempt = 1; this.callbacks.size > 0; attempt += 1) {
			await wait(pause);
			const callbacks = [...this.callbacks.values()];
			const body = { callbacks: callbacks as unknown as Callback['body'][] };
			const outcome = await post({ ...waker, body }, waker.own, attempt, 'woken');
			this.isUnreachable = !isAccepted(outcome) && outcome.response?.status !== NOT_YET;
			pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
			// Another process of n8n may have done it.
			if (isAccepted(outcome)) for (const each of callbacks) this.callbacks.delete(idOf(each));
			if (isNotRegistered(outcome)) this.rest(waker.context);
			this.forget(waker.context);
		}
		this.isWaking = false;
	}

	/** The next callback after an activation finds what is stored. */
	private rest(context: IWebhookFunctions): void {
		logOf(context).info(
			`Translation Jobs: the workflow was deactivated. ${this.callbacks.size} callbacks that could not be read are tried again with the first callback after its activation.`,
		);
		this.callbacks.clear();
		this.isRecalled = false;
	}
}
