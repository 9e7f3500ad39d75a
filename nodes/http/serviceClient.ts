import { now } from '../core/clock';
import { type ErrorContext, toNodeApiError, type Wording } from './errors';
import { exchange, type ExchangeOptions, type Send } from './exchange';
import { type Attempt, type Called, logAttempt } from './log';
import type { Pace } from './pace';
import { classify, earlierTry, retry, type RetryableCall, type SentCall } from './retry';
import {
	cancelSignalOf,
	type HttpResponse,
	type NodeContext,
	type Outcome,
	type Report,
	type RetryLimits,
} from './types';

/** Together less than a quarter of a minute: how late a second try begins, and how long it takes. */
const HASTY_START_MS = 4_000;
const HASTY_TRY_MS = 10_000;
/** Another probe follows, so one is short. */
const PROBE_TRIES = 2;

interface CalledService {
	called: Called;
	pace: Pace;
	/** What a response may quote, so errors and the log hide it. */
	secrets: Set<string>;
	wording?: Wording;
}

export interface CallSettings {
	retryLimits: RetryLimits;
	itemIndex?: number;
}

type Named = Pick<ErrorContext, 'what' | 'call' | 'unconfirmed' | 'lookAt' | 'wording'>;

export interface RepeatedCall<Client, Result> extends Omit<RetryableCall<Result>, 'findEffect'> {
	findEffect?: (probe: Client) => Promise<Result | undefined>;
	/** By this, a repetition by n8n is known. Needed only for what changes something. */
	sent?: SentCall;
}

/** What all services have in common: limits, pace, log, the loop around tries, and errors. */
export abstract class ServiceClient<Settings extends CallSettings = CallSettings> {
	protected constructor(
		readonly context: NodeContext,
		private readonly service: CalledService,
		protected readonly settings: Settings,
	) {}

	protected with(changes: Partial<CallSettings & Settings>): this {
		const copy = Object.create(Object.getPrototypeOf(this) as object) as this;
		return Object.assign(copy, this, { settings: { ...this.settings, ...changes } });
	}

	/** Errors point to this input item. */
	forItem(itemIndex: number): this {
		return this.with({ itemIndex } as Partial<Settings>);
	}

	/** For asking whether a call took effect. */
	forProbe(): this {
		const maxTries = Math.min(PROBE_TRIES, this.retryLimits.maxTries);
		return this.with({ retryLimits: { ...this.retryLimits, maxTries } } as Partial<Settings>);
	}

	/** For somebody who waits to hear whether the service is there. */
	inHaste(): this {
		const { retryLimits } = this.forProbe();
		const tryMs = Math.min(HASTY_TRY_MS, retryLimits.tryMs);
		const until = now() + HASTY_START_MS;
		return this.with({ retryLimits: { ...retryLimits, tryMs, until } } as Partial<Settings>);
	}

	/** One object for each try of n8n's "Retry On Fail". */
	abstract readonly session: object;

	get itemIndex(): number {
		return this.settings.itemIndex ?? 0;
	}

	get retryLimits(): RetryLimits {
		return this.settings.retryLimits;
	}

	get cancelSignal(): AbortSignal | undefined {
		return cancelSignalOf(this.context);
	}

	/** Returns the response, or what `findEffect` found after the response was lost. */
	protected async perform<Result>(
		call: RepeatedCall<this, Result> & Named,
		attempt: (number: number) => Promise<Outcome>,
	): Promise<{ response: HttpResponse } | { result: Result }> {
		const earlier = earlierTry(this.context, this.itemIndex, this.session, call);
		const { findEffect, wasLost, outcome: first } = earlier;
		const { outcome, report, effect } = await retry<Result>(
			{
				...call,
				wasLost,
				findEffect: findEffect && (async () => await findEffect(this.forProbe())),
			},
			this.retryLimits,
			// First of all, look for the effect of the earlier try.
			async (number) => (number === 1 && first) || (await attempt(number)),
			this.cancelSignal,
		);
		earlier.remember(report, outcome);
		if (effect) return effect;
		const { verdictOf = classify } = call;
		if (outcome.response && verdictOf(outcome) === 'done') return { response: outcome.response };
		throw this.failed(outcome, call, report);
	}

	protected failed(
		outcome: Outcome,
		{ what, call, unconfirmed, lookAt, wording = this.service.wording }: Named,
		report: Report,
	): Error {
		return toNodeApiError(outcome, {
			node: this.context.getNode(),
			what,
			call,
			unconfirmed,
			lookAt,
			wording,
			report,
			secrets: this.service.secrets,
			itemIndex: this.settings.itemIndex,
		});
	}

	/** One request and its response. */
	protected async exchange(
		send: Send,
		line: Pick<Attempt, 'method' | 'path' | 'about' | 'attempt'>,
		options: Pick<ExchangeOptions, 'receive' | 'signal'> = {},
	): Promise<Outcome> {
		return await exchange(send, {
			pace: this.service.pace,
			wait: this.retryLimits,
			timeoutMs: this.retryLimits.tryMs,
			signal: this.cancelSignal,
			...options,
			log: (outcome, startedAt) => this.log({ ...line, startedAt, outcome }),
		});
	}

	log(attempt: Attempt, service = this.service.called.service) {
		const { called, secrets } = this.service;
		logAttempt(this.context, { ...called, service }, attempt, secrets);
	}
}
