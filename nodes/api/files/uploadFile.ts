import { Once, perRun } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import { keysIn } from '../../core/redact';
import type { Client } from '../../http/client';
import { explainedError, serviceCode } from '../../http/errors';
import { checkResponse } from '../../http/expected';
import { classify, Tries } from '../../http/retry';
import { followToFile, sizeOf } from '../../http/transfers/download';
import {
	type Attempted,
	classifyTransfer,
	DEFAULT_IDLE_MS,
	fileHostReason,
	runTransfer,
	transferFailure,
} from '../../http/transfers/fileHost';
import type { FileSource } from '../../http/transfers/fileSource';
import { uploadDirect } from '../../http/transfers/multipart';
import { type ResumableResult, ResumableUpload } from '../../http/transfers/tus';
import type { Outcome } from '../../http/types';
import { checkFileName, checkFileSize, LIMITS, type UploadMode } from '../../rules/limits';
import { CALLS } from '../calls';
import { PATHS, QUERY } from '../wire';

/** Chosen by measurement; see docs/internals/performance.md. */
export const DEFAULT_CHUNK_BYTES = 16 * 1024 * 1024;

export interface UploadOptions {
	mode?: UploadMode;
	chunkSize?: number;
	/** Replaces the file's own name. */
	fileName?: string;
	shortenName?: boolean;
	/** The longest time without progress. */
	idleMs?: number;
}

export type UploadedFile = {
	jobId: string;
	fmsFileId: string;
	fileName: string;
	fileSize: number;
	mimeType: string;
	uploadMode: 'direct' | 'resumable';
};

/** By job, name and content: items with the same file share its upload. */
const uploadsOfRun = perRun(() => new Once<string>());

export async function uploadFile(
	client: Client,
	jobId: string,
	source: FileSource,
	options: UploadOptions = {},
): Promise<UploadedFile> {
	const { mode = 'automatic', chunkSize = DEFAULT_CHUNK_BYTES, idleMs = DEFAULT_IDLE_MS } = options;
	const { size, mediaType, identity } = source;
	const fileName = checkFileName(options.fileName || source.fileName, {
		mediaType,
		shorten: options.shortenName,
	});
	checkFileSize(size, mode, fileName);
	const isSmall = size < LIMITS.directUploadRecommendedBytes;
	const uploadMode = mode === 'automatic' ? (isSmall ? 'direct' : 'resumable') : mode;
	const file = { jobId, source, fileName, chunkSize, idleMs };
	const fmsFileId = await uploadsOfRun(client.context).get(
		JSON.stringify([jobId, uploadMode, fileName, size, identity]),
		async () =>
			await (uploadMode === 'direct' ? runDirect(client, file) : runResumable(client, file)),
	);
	return { jobId, fmsFileId, fileName, fileSize: size, mimeType: mediaType, uploadMode };
}

interface FileToUpload {
	jobId: string;
	source: FileSource;
	fileName: string;
	chunkSize: number;
	idleMs: number;
}

/**
 * Uploads in one form. After a failure it starts over, with a new transfer object once bytes may
 * have arrived.
 */
async function runDirect(client: Client, file: FileToUpload): Promise<string> {
	const { jobId, source, fileName, idleMs } = file;
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	let unused: Transfer | undefined;
	const attempt = async (number: number) => {
		const transfer = unused ?? (await createTransfer(client, jobId, fileName));
		const outcome = await uploadDirect(client, {
			address: uploadAddress(client, transfer, 'fmsPostMultipartUrl'),
			source,
			fileName,
			idleMs,
			about: { jobId },
			attempt: number,
		});
		const isDone =
			hasArrived(outcome, source.size) ?? (await isThere(client, jobId, transfer.fmsFileId, file));
		unused = classify(outcome) === 'not done' ? transfer : undefined;
		return { verdict: classifyTransfer(outcome, isDone), outcome, transfer };
	};
	const result = await runTransfer(attempt, tries);
	if (result.verdict === 'done') return result.transfer.fmsFileId;
	throw uploadFailed(client, file, tries, {
		...result,
		problem: 'it does not say that the file arrived',
	});
}

/** Undefined if a success says neither an id nor the length. */
function hasArrived(outcome: Outcome, size: number): boolean | undefined {
	if (classify(outcome) !== 'done') return false;
	const { response } = checkResponse(outcome, 'json', 'POST');
	const {
		size: storedSize,
		id,
		fileId,
		fmsFileId,
	} = (response?.body ?? {}) as Record<string, unknown>;
	if (typeof storedSize === 'number') return storedSize === size;
	return (id ?? fileId ?? fmsFileId) ? true : undefined;
}

/** Asks the service for the file without reading it. */
async function isThere(
	client: Client,
	jobId: string,
	fmsFileId: string,
	{ source, idleMs }: FileToUpload,
): Promise<boolean> {
	const connection = new AbortController();
	try {
		const request = {
			path: PATHS.sourceFile(jobId, fmsFileId),
			about: { jobId, fmsFileId },
			attempt: 1,
			idleMs,
			connection,
		};
		const { outcome } = await followToFile(client.forProbe(), request);
		return outcome.response?.status === 200 && sizeOf(outcome.response) === source.size;
	} catch {
		return false;
	} finally {
		connection.abort();
	}
}

/** Uploads in chunks. Continues where it stopped, or begins anew once that is refused. */
async function runResumable(client: Client, file: FileToUpload): Promise<string> {
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	let begun: BegunUpload | undefined;
	const attempt = async (number: number): Promise<ResumableResult & BegunUpload> => {
		const { transfer, upload } = (begun ??= await beginUpload(client, file));
		const result = { ...(await upload.send(number)), transfer, upload };
		if (result.verdict === 'refused') begun = undefined;
		return result;
	};
	const result = await runTransfer(attempt, tries);
	if (result.verdict === 'done') return result.transfer.fmsFileId;
	throw uploadFailed(client, file, tries, result);
}

interface BegunUpload {
	transfer: Transfer;
	upload: ResumableUpload;
}

async function beginUpload(client: Client, file: FileToUpload): Promise<BegunUpload> {
	const { jobId, fileName } = file;
	const transfer = await createTransfer(client, jobId, fileName);
	const upload = new ResumableUpload(client, {
		...file,
		endpoint: uploadAddress(client, transfer, 'fmsUploadUrl'),
		headers: transfer.fmsSASToken ? { sastoken: transfer.fmsSASToken } : {},
		about: { jobId },
	});
	return { transfer, upload };
}

function uploadFailed(
	client: Client,
	{ fileName, source }: FileToUpload,
	{ report }: Tries,
	{ outcome, position = 0, problem }: Attempted & { problem?: string },
): Error {
	const { response } = outcome;
	const cancelled = client.cancelSignal?.aborted === true;
	const far =
		position > 0
			? `after ${position.toLocaleString('en-US')} of ${source.size.toLocaleString('en-US')} bytes`
			: 'before any byte was accepted';
	return explainedError(
		{
			message: `The upload of ${fileName} ended ${far}`,
			description: `${fileHostReason(outcome, problem)} Try again later.`,
			failure: cancelled ? undefined : transferFailure(outcome),
			code: serviceCode(response?.body),
		},
		response?.status,
		{
			node: client.context.getNode(),
			report: { ...report, cancelled },
			secrets: client.session.secrets,
		},
	);
}

/** The permission to upload one file. Everything but the id is secret. */
interface Transfer {
	fmsFileId: string;
	fmsPostMultipartUrl?: string;
	fmsUploadUrl?: string;
	fmsSASToken?: string;
}

async function createTransfer(client: Client, jobId: string, fileName: string): Promise<Transfer> {
	const transfer = await client.call<Transfer>({
		...CALLS.createTransfer(jobId),
		query: { [QUERY.fileName]: fileName },
		// It only reserves a place.
		repeatable: true,
		asksFileHost: true,
	});
	hideKey(client, transfer);
	return transfer;
}

/** A response may quote it. */
function hideKey({ session }: Client, transfer: Transfer): void {
	const { fmsSASToken, fmsPostMultipartUrl = '', fmsUploadUrl = '' } = transfer;
	for (const key of [fmsSASToken, ...keysIn(fmsPostMultipartUrl), ...keysIn(fmsUploadUrl)])
		if (key) session.secrets.add(key);
}

function uploadAddress(
	client: Client,
	transfer: Transfer,
	field: 'fmsPostMultipartUrl' | 'fmsUploadUrl',
): string {
	const address = transfer[field];
	if (address && transfer.fmsFileId && isSafe(address, client.session.baseUrl)) return address;
	throw new OperationFailed(
		'The service gave no usable address to upload the file to',
		`The field ${field} of its answer is ${address ? 'not an https address' : 'missing'}. The operation Upload of the resource File lets you try another Upload Mode.`,
	);
}

/** Plain http is only for a service on this machine. */
function isSafe(address: string, baseUrl: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol } = new URL(address);
	return protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'));
}
