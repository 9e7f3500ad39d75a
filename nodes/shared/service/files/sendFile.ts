import type { Client } from '../../transport/client';
import { sizeOf } from '../../transport/files/fileAnswer';
import { fileHostReason, isPassing, transferFailure } from '../../transport/files/fileHost';
import { followToFile } from '../../transport/files/fileRoute';
import type { FileSource } from '../../transport/files/fileSource';
import { uploadDirect } from '../../transport/files/multipart';
import { TransferProgress } from '../../transport/files/transferProgress';
import { type ResumableResult, uploadResumable } from '../../transport/files/tus';
import { checkAnswer } from '../../transport/http/expected';
import { explainedError, serviceCode } from '../../transport/pipeline/errors';
import { Tries } from '../../transport/pipeline/tries';
import { classify } from '../../transport/pipeline/verdict';
import type { Outcome } from '../../transport/types';
import { PATHS } from '../wire';
import { keepUnfinished, takeUnfinished } from './resumableUploads';
import { createTransfer, type Transfer, uploadAddress } from './transfer';

/** Only a new transfer object can help. */
const USED_UP = [401, 403, 404, 410];

export interface FileToUpload {
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
export async function runDirect(client: Client, file: FileToUpload): Promise<string> {
	const { jobId, source, fileName, idleMs } = file;
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	let transfer = await createTransfer(client, jobId, fileName);
	for (;;) {
		const address = uploadAddress(client, transfer, 'fmsPostMultipartUrl');
		const outcome = await uploadDirect(client, {
			address,
			source,
			fileName,
			idleMs,
			about: { jobId },
			attempt: tries.begin(),
		});
		const arrived = hasArrived(outcome, source.size);
		if (arrived ?? (await isThere(client, jobId, transfer.fmsFileId, file)))
			return transfer.fmsFileId;

		const verdict = classify(outcome);
		const isRefused =
			verdict === 'failed' && (USED_UP.includes(outcome.answer?.status ?? 0) || isPassing(outcome));
		const isUsedUp = isRefused || ['done', 'unknown', 'web page'].includes(verdict);
		const again = (isUsedUp || verdict === 'not done') && (await tries.waitForRetry(outcome));
		if (!again)
			throw uploadFailed(client, file, transfer, tries, {
				outcome,
				accepted: 0,
				problem: 'it does not say that the file arrived',
			});
		if (isUsedUp) transfer = await createTransfer(client, jobId, fileName);
	}
}

/** Undefined if a success says neither an id nor the length. */
function hasArrived(outcome: Outcome, size: number): boolean | undefined {
	if (classify(outcome) !== 'done') return false;
	const { answer } = checkAnswer(outcome, 'json', 'POST');
	const {
		size: storedSize,
		id,
		fileId,
		fmsFileId,
	} = (answer?.body ?? {}) as Record<string, unknown>;
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
		const { outcome } = await followToFile(client.forLook(), request);
		return outcome.answer?.status === 200 && sizeOf(outcome.answer) === source.size;
	} catch {
		return false;
	} finally {
		connection.abort();
	}
}

/** Uploads in chunks. Continues where this or an earlier run stopped. */
export async function runResumable(
	client: Client,
	file: FileToUpload,
	place: string,
): Promise<string> {
	const { jobId, fileName, source } = file;
	const tries = new Tries(client.retryLimits, client.cancelSignal);
	const progress = new TransferProgress();
	let started = await takeUnfinished(place, source);
	for (;;) {
		const transfer = started?.transfer ?? (await createTransfer(client, jobId, fileName));
		let uploadUrl = started?.uploadUrl;
		const endpoint = uploadAddress(client, transfer, 'fmsUploadUrl');
		const onCreated = (url: string) => void (uploadUrl = url);
		const headers: Record<string, string> = transfer.fmsSASToken
			? { sastoken: transfer.fmsSASToken }
			: {};
		const upload = { ...file, endpoint, headers, about: { jobId }, uploadUrl, onCreated };
		const result = await uploadResumable(client, upload, tries, progress);
		if (result.end === 'done') return transfer.fmsFileId;
		const keptUrl = result.end === 'failed' ? uploadUrl : undefined;
		if (keptUrl !== undefined)
			await keepUnfinished(
				place,
				source,
				{ transfer, uploadUrl: keptUrl },
				client.cancelSignal?.aborted === true,
			);
		// An older upload may be gone. That does not count as a try.
		const again =
			result.end === 'refused' &&
			(started !== undefined || (await tries.waitForRetry(result.outcome)));
		if (!again)
			throw uploadFailed(client, file, transfer, tries, {
				...result,
				isKept: keptUrl !== undefined,
			});
		started = undefined;
	}
}

/** `isKept`: another run can continue it. */
type Failure = Pick<ResumableResult, 'outcome' | 'accepted' | 'problem'> & { isKept?: boolean };

function uploadFailed(
	client: Client,
	{ fileName, source }: FileToUpload,
	{ fmsSASToken = '' }: Transfer,
	{ report }: Tries,
	{ outcome, accepted, problem, isKept }: Failure,
): Error {
	const { answer } = outcome;
	const cancelled = client.cancelSignal?.aborted === true;
	const far =
		accepted > 0
			? `after ${accepted.toLocaleString('en-US')} of ${source.size.toLocaleString('en-US')} bytes`
			: 'before any byte was accepted';
	const goOn =
		accepted > 0 && isKept
			? 'Run it again within the hour: unless n8n is restarted, it continues where it stopped.'
			: 'Try again later.';
	const error = explainedError(
		{
			message: `The upload of ${fileName} ended ${far}`,
			description: `${fileHostReason(outcome, problem)} ${goOn}`,
			failure: cancelled ? undefined : transferFailure(outcome),
		},
		answer?.status,
		{
			node: client.context.getNode(),
			report: { ...report, cancelled },
			secrets: [...client.secrets, fmsSASToken],
		},
	);
	const code = serviceCode(answer?.body);
	if (code !== undefined) Object.assign(error.context, { serviceCode: code });
	return error;
}
