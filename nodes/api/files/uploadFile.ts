import type { Client } from '../../http/client';
import { explainedError, serviceCode } from '../../http/errors';
import { checkResponse } from '../../http/expected';
import { classify } from '../../http/retry';
import { DEFAULT_IDLE_MS } from '../../http/transfers/fileHost';
import { sizeOf } from '../../http/transfers/fileResponse';
import { followToFile } from '../../http/transfers/fileRoute';
import type { FileSource } from '../../http/transfers/fileSource';
import { uploadDirect } from '../../http/transfers/multipart';
import {
	type Attempted,
	classifyTransfer,
	fileHostReason,
	runTransfer,
	transferFailure,
} from '../../http/transfers/runTransfer';
import { type ResumableResult, ResumableUpload } from '../../http/transfers/tus';
import { Tries } from '../../http/tries';
import type { Outcome } from '../../http/types';
import { checkFileName, checkFileSize, LIMITS, type UploadMode } from '../../rules/limits';
import { PATHS } from '../wire';
import {
	createTransfer,
	hideKey,
	keepUnfinished,
	shareUpload,
	takeUnfinished,
	type Transfer,
	type UnfinishedUpload,
	uploadAddress,
} from './resumableUploads';

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
	/** Checks the job's quota, if the caller has not. */
	reserve?: (upload: () => Promise<string>) => Promise<string>;
}

export type UploadedFile = {
	jobId: string;
	fmsFileId: string;
	fileName: string;
	fileSize: number;
	mimeType: string;
	uploadMode: 'direct' | 'resumable';
};

/** Identical uploads of one process are shared, and broken ones continue. */
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
	const place = JSON.stringify([client.session.baseUrl, jobId, uploadMode, fileName, size]);
	const upload = async () =>
		uploadMode === 'direct'
			? await runDirect(client, file)
			: await runResumable(client, file, place);
	const { reserve } = options;
	const fmsFileId = await shareUpload(
		`${place} ${identity}`,
		client.cancelSignal,
		async () => await (reserve ? reserve(upload) : upload()),
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
			headers: {},
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

/** Uploads in chunks. Continues where this or an earlier run stopped. */
async function runResumable(client: Client, file: FileToUpload, place: string): Promise<string> {
	const { source } = file;
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	let earlier = await takeUnfinished(place, source);
	let begun: BegunUpload | undefined;
	const attempt = async (number: number): Promise<ResumableResult & BegunUpload> => {
		const { transfer, upload } = (begun ??= await beginUpload(client, file, earlier));
		const result = { ...(await upload.send(number)), transfer, upload };
		if (result.verdict !== 'refused') return result;
		begun = undefined;
		if (!earlier) return result;
		// An earlier upload may be gone. That is no reason to wait.
		earlier = undefined;
		return await attempt(tries.begin());
	};
	const result = await runTransfer(attempt, tries);
	const { verdict, transfer, upload } = result;
	if (verdict === 'done') return transfer.fmsFileId;
	const uploadUrl = verdict === 'refused' ? undefined : upload.url;
	const isKept = uploadUrl !== undefined;
	if (isKept) {
		const isCancelled = client.cancelSignal?.aborted === true;
		await keepUnfinished(place, source, { transfer, uploadUrl }, isCancelled);
	}
	throw uploadFailed(client, file, tries, { ...result, isKept });
}

interface BegunUpload {
	transfer: Transfer;
	upload: ResumableUpload;
}

async function beginUpload(
	client: Client,
	file: FileToUpload,
	earlier: UnfinishedUpload | undefined,
): Promise<BegunUpload> {
	const { jobId, fileName } = file;
	const transfer = earlier?.transfer ?? (await createTransfer(client, jobId, fileName));
	// It may come from an earlier run.
	hideKey(client, transfer);
	const upload = new ResumableUpload(client, {
		...file,
		endpoint: uploadAddress(client, transfer, 'fmsUploadUrl'),
		headers: transfer.fmsSASToken ? { sastoken: transfer.fmsSASToken } : {},
		about: { jobId },
		uploadUrl: earlier?.uploadUrl,
	});
	return { transfer, upload };
}

interface FailedUpload extends Attempted {
	problem?: string;
	/** Another run can continue it. */
	isKept?: boolean;
}

function uploadFailed(
	client: Client,
	{ fileName, source }: FileToUpload,
	{ report }: Tries,
	{ outcome, position = 0, problem, isKept }: FailedUpload,
): Error {
	const { response } = outcome;
	const cancelled = client.cancelSignal?.aborted === true;
	const far =
		position > 0
			? `after ${position.toLocaleString('en-US')} of ${source.size.toLocaleString('en-US')} bytes`
			: 'before any byte was accepted';
	const goOn =
		position > 0 && isKept
			? 'Run it again within the hour: unless n8n is restarted, it continues where it stopped.'
			: 'Try again later.';
	return explainedError(
		{
			message: `The upload of ${fileName} ended ${far}`,
			description: `${fileHostReason(outcome, problem)} ${goOn}`,
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
