import { MAX_RECEIVED } from '../../rules/limits';
import type { Client } from '../client';
import { asError, type ErrorContext, explainedError, toNodeApiError } from '../errors';
import { Tries } from '../tries';
import type { HttpResponse, Ids, Lost, Outcome } from '../types';
import { FileAssembly, fileTooLarge, type Keep } from './arrivingFile';
import {
	type FileResponse,
	hasKnownEnd,
	isBeginning,
	isFileResponse,
	sizeOf,
} from './fileResponse';
import { followToFile, notDownloaded } from './fileRoute';
import {
	type Attempted,
	classifyTransfer,
	fileHostReason,
	runTransfer,
	transferFailure,
} from './runTransfer';

const NO_SUCH_PART = new Set([412, 416]);

const WRONG_PART: Lost = {
	code: 'WRONG_PART',
	message: 'Another part of the file came than the one that was asked for.',
	neverSent: false,
};

export interface DownloadCall {
	/** The service answers with the file or a redirect to it. */
	path: string;
	about: Ids;
	idleMs: number;
}

/** Thrown by `keep`: something else came, and asking again may bring the file. */
export class UnexpectedContent extends Error {
	constructor(readonly explained: Error) {
		super(explained.message);
	}
}

/**
 * Downloads a file and passes it to `keep`. A broken download continues where it stopped if the
 * rest certainly belongs to the same file. Otherwise it starts over and calls `keep` again.
 */
export async function download<Kept>(
	client: Client,
	call: DownloadCall,
	keep: Keep<Kept>,
): Promise<Kept> {
	return await new Download(client, call, keep).run();
}

interface DownloadResult<Kept> extends Attempted {
	end?: { kept: Kept };
	/** Replaces the error that the outcome leads to. */
	error?: Error;
}

class Download<Kept> {
	private readonly tries: Tries;
	/** Destroying a stream that waits for data does not close its connection. */
	private connection = new AbortController();
	private isDirect = false;
	private url = '';
	private wasRefused = false;
	/** Undefined if the next response has to begin the file. */
	private file?: FileAssembly<Kept>;

	constructor(
		private readonly client: Client,
		private readonly call: DownloadCall,
		private readonly keep: Keep<Kept>,
	) {
		this.tries = new Tries(client.retryLimits, client.cancelSignal);
	}

	async run(): Promise<Kept> {
		try {
			const result = await runTransfer(async (number) => await this.attempt(number), this.tries);
			if (result.end) return result.end.kept;
			throw result.error ?? this.failed(result);
		} catch (error) {
			const failure = asError(error);
			this.connection.abort();
			await this.file?.drop(failure);
			throw failure;
		}
	}

	/** Asks for the file or its rest, and receives what comes. */
	private async attempt(number: number): Promise<DownloadResult<Kept>> {
		const { file } = this;
		const outcome = await this.follow(file?.rest ?? {}, number);
		const { response } = outcome;
		const arrived = response && isFileResponse(response) ? this.readable(response) : undefined;
		const cannotContinue =
			NO_SUCH_PART.has(response?.status ?? 0) || (arrived && !file?.isContinuedBy(arrived));
		if (file && cannotContinue) {
			await this.startOver();
			if (arrived?.status !== 200) return await this.attempt(this.tries.begin());
		}
		if (!arrived) return this.ended(outcome);
		if (!this.file && !isBeginning(arrived)) return this.ended({ lost: WRONG_PART });
		return await this.receive(arrived);
	}

	private async follow(headers: Record<string, string>, attempt: number): Promise<Outcome> {
		// An abandoned response may still hold its connection.
		this.connection.abort();
		this.connection = new AbortController();
		const { outcome, isDirect, url } = await followToFile(this.client, {
			...this.call,
			headers,
			attempt,
			connection: this.connection,
		});
		Object.assign(this, { isDirect, url });
		return outcome;
	}

	private readable(response: HttpResponse): FileResponse {
		const coding = response.headers['content-encoding'] ?? 'identity';
		if (coding !== 'identity')
			throw notDownloaded(
				`the ${this.sender} used an unknown compression (${coding.slice(0, 50)})`,
			);
		if ((sizeOf(response) ?? 0) > MAX_RECEIVED.fileBytes) throw fileTooLarge();
		if (hasKnownEnd(response))
			return { ...response, isDirect: this.isDirect, url: this.url } as FileResponse;
		throw notDownloaded(
			'its end cannot be recognised',
			`The ${this.sender} sent neither a Content-Length nor chunks, so a truncated file would look complete. Tell whoever runs the service.`,
		);
	}

	private async receive(response: FileResponse): Promise<DownloadResult<Kept>> {
		const { call, keep } = this;
		this.wasRefused = false;
		this.file ??= new FileAssembly(call.idleMs, response, keep);
		const { file } = this;
		try {
			const broken = await file.add(response, this.connection);
			if (!broken)
				return {
					verdict: 'done',
					outcome: { response },
					end: { kept: await file.finish() },
				};
			const result = this.ended(broken);
			if (!file.rest) await this.startOver();
			return result;
		} catch (error) {
			if (!(error instanceof UnexpectedContent)) throw asError(error);
			await this.startOver();
			const { message, explained } = error;
			const lost = { code: 'UNEXPECTED_CONTENT', message, neverSent: false };
			return { ...this.ended({ lost }), error: explained };
		}
	}

	private async startOver() {
		await this.file?.drop(new Error('The file begins anew.'));
		this.file = undefined;
		this.wasRefused = false;
	}

	private ended(outcome: Outcome): DownloadResult<Kept> {
		const verdict = classifyTransfer(outcome);
		const isRefused = verdict === 'refused';
		// Each try asks for a new address. If that is refused, too, the next one will be.
		const isFinal = isRefused && this.wasRefused;
		this.wasRefused ||= isRefused;
		const { position, size } = this.file ?? {};
		return { verdict: isFinal ? 'failed' : verdict, outcome, position, size };
	}

	private get sender(): string {
		return this.isDirect ? 'service' : 'file host';
	}

	private failed({ outcome, position = 0, size }: Attempted): Error {
		const { client } = this;
		const { response } = outcome;
		const far =
			position > 0
				? ` after ${position.toLocaleString('en-US')}${size === undefined ? '' : ` of ${size.toLocaleString('en-US')}`} bytes`
				: '';
		const context = {
			node: client.context.getNode(),
			report: this.tries.report,
			secrets: client.session.secrets,
		};
		if (response && response.status < 300) return this.noFile(response, context);
		if (this.isDirect) return toNodeApiError(outcome, { ...context, what: `The download${far}` });
		const explanation = {
			message: `The download ended${far || ' before any byte arrived'}`,
			description: `${fileHostReason(outcome)} Run it again later.`,
			failure: transferFailure(outcome),
		};
		return explainedError(explanation, response?.status, context);
	}

	private noFile({ status }: HttpResponse, context: Omit<ErrorContext, 'what'>): Error {
		const explanation = {
			message: 'The download brought no file',
			description: `The ${this.sender} answered ${status} without any content. The file may not be ready yet: run it again later.`,
			failure: { cause: 'temporarily-unavailable' } as const,
		};
		return explainedError(explanation, status, context);
	}
}
