/** One life of an n8n process: from its start until it is killed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type ClientRequest } from 'node:http';

import { now, turn, wait } from '../support/simulatedTime';
import type { InstanceClock } from './code';
import { BETWEEN_TRIES_MS } from './twists';

/** When a life ends. */
export interface Kill {
	/** The call at which it ends, counted from 1. */
	atCall: number;
	/**
	 * `before` and `after`: before the call is sent, or as soon as its answer arrives. `saved`: the
	 * next time that a poll has saved its memory, before its execution starts.
	 */
	how: 'before' | 'after' | 'saved';
}

export class Killed extends Error {}

const lives = new AsyncLocalStorage<Life>();

/** The life that runs the current code. */
export const currentLife = (): Life | undefined => lives.getStore();

export class Life {
	isDead = false;
	calls = 0;
	/** When each call to the service was sent, by the simulated clock. */
	readonly sentAt: number[] = [];
	readonly clock: InstanceClock;
	private readonly open = new Set<ClientRequest>();
	private readonly end = new AbortController();
	private readonly killed: Promise<never>;
	private onKilled: (error: Killed) => void = () => {};

	constructor(
		private readonly service: string,
		private kill?: Kill,
		private onDeath: () => void = () => {},
		/** Whether the answer to this call ends the process. */
		private readonly isDeadly: (path: string) => boolean = () => false,
	) {
		this.killed = new Promise((_, reject) => (this.onKilled = reject));
		this.killed.catch(() => {});
		this.clock = {
			now,
			turn,
			wait: async (ms, signal) => {
				const signals = [this.end.signal, ...(signal ? [signal] : [])];
				const isOver = await wait(ms, AbortSignal.any(signals));
				// A dead process goes on with nothing.
				if (this.isDead) await new Promise(() => {});
				return isOver;
			},
		};
	}

	/** Runs work in this process. Throws `Killed` if the process ends first. */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.isDead) throw new Killed();
		return await Promise.race([lives.run(this, work), this.killed]);
	}

	/** Polls save before they start their execution: a process may end in between. */
	saved(): void {
		if (this.kill?.how === 'saved' && this.calls >= this.kill.atCall) this.die();
	}

	/** The round is over. */
	stop(): void {
		this.onDeath = () => {};
		this.die();
	}

	/** From now on it lives. */
	spare(): void {
		this.kill = undefined;
	}

	die(): void {
		if (this.isDead) return;
		this.isDead = true;
		for (const call of this.open) call.destroy(new Error('The process was killed'));
		this.onKilled(new Killed());
		this.onDeath();
		this.end.abort();
	}

	send(request: typeof http.request, args: Parameters<typeof http.request>): ClientRequest {
		this.calls += 1;
		const isLast = this.kill !== undefined && this.calls === this.kill.atCall;
		if (isLast && this.kill!.how === 'before') this.die();
		// Nothing that dead code does may reach anybody.
		if (this.isDead)
			throw Object.assign(new Error('The process was killed'), { code: 'ECONNREFUSED' });
		const call = request(...args);
		if (`http://${call.getHeader('host') as string}` === this.service) this.sentAt.push(now());
		this.open.add(call);
		call.once('close', () => this.open.delete(call));
		if ((isLast && this.kill!.how === 'after') || this.isDeadly(call.path))
			call.prependOnceListener('response', () => this.die());
		return call;
	}
}

/** A call that is never answered is the only thing that takes real time. */
const MAX_TRY_MS = 1_500;

/** Every call of a life passes through it, and none takes long. n8n waits in simulated time, too. */
export function watchLives(): void {
	const start = setTimeout;
	globalThis.setTimeout = ((...args: Parameters<typeof start>) => {
		const [work, ms] = args;
		const life = ms === BETWEEN_TRIES_MS ? currentLife() : undefined;
		return life ? void life.clock.wait(BETWEEN_TRIES_MS).then(() => work()) : start(...args);
	}) as typeof setTimeout;
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	AbortSignal.timeout = (ms) => timeout(Math.min(ms, MAX_TRY_MS));
	const { request } = http;
	http.request = ((...args: Parameters<typeof request>) =>
		currentLife()?.send(request, args) ?? request(...args)) as typeof request;
}
