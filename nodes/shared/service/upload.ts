import type { Client } from '../transport/client';
import { isHtml } from '../transport/errorBody';
import { explainedError, serviceCode } from '../transport/errors';
import { fileHostSaid } from '../transport/fileHost';
import type { FileSource } from '../transport/fileSource';
import { uploadDirect } from '../transport/multipart';
import { type Report, backOff } from '../transport/tries';
import { judge } from '../transport/verdict';
import { retryAfterOf } from '../transport/retryAfter';
import { type ResumableResult, uploadResumable } from '../transport/tus';
import { wait } from '../transport/clock';
import { keepStarted, takeStarted } from './startedUploads';
import { type Transfer, createTransfer, uploadAddress } from './transfer';

/** How many transfer objects one resumable upload may use up. */
const MAX_TRANSFERS = 3;
/** Answers after which only a new transfer object can help. */
const USED_UP = [401, 403, 404, 409, 410];

export interface FileToUpload {
	jobId: string;
	source: FileSource;
	fileName: string;
	chunkSize: number;
	idleMs: number;
}

/** One form. Whatever happens to it, it begins anew, and with a new transfer object once bytes may have arrived. */
export async function runDirect(client: Client, file: FileToUpload): Promise<string> {
	const { jobId, source, fileName, idleMs } = file;
	const { maxTries, maxWaitMs } = client.retryLimits;
	const report: Report = { tries: 0, waitedMs: 0, cancelled: false, mayHaveTakenEffect: false };
	let transfer = await createTransfer(client, jobId, fileName);
	for (;;) {
		report.tries += 1;
		const address = uploadAddress(client, transfer, 'fmsPostMultipartUrl');
		const outcome = await uploadDirect(client, { address, source, fileName, idleMs, about: { jobId }, attempt: report.tries });
		const verdict = judge(outcome);
		if (verdict === 'done' && !isHtml(outcome.answer?.body)) return transfer.fmsFileId;

		const isUsedUp = verdict === 'unknown' || USED_UP.includes(outcome.answer?.status ?? 0);
		const delay = retryAfterOf(outcome.answer?.headers) ?? backOff(report.tries);
		const again = (isUsedUp || verdict === 'not done') && report.tries < maxTries && report.waitedMs + delay <= maxWaitMs;
		if (!again || client.cancelSignal?.aborted) throw uploadFailed(client, file, transfer, { outcome, report, accepted: 0 });
		report.waitedMs += delay;
		if (!(await wait(delay, client.cancelSignal))) throw uploadFailed(client, file, transfer, { outcome, report, accepted: 0 });
		if (isUsedUp) transfer = await createTransfer(client, jobId, fileName);
	}
}

/** In chunks. Goes on where it stopped, also where an earlier run of this process stopped. */
export async function runResumable(client: Client, file: FileToUpload, place: string): Promise<string> {
	const { jobId, fileName, source } = file;
	let started = await takeStarted(place, source);
	for (let transfers = 1; ; transfers++) {
		const transfer = started?.transfer ?? (await createTransfer(client, jobId, fileName));
		let uploadUrl = started?.uploadUrl;
		const endpoint = uploadAddress(client, transfer, 'fmsUploadUrl');
		const onCreated = (url: string) => void (uploadUrl = url);
		const result = await uploadResumable(client, { ...file, endpoint, sasToken: transfer.fmsSASToken ?? '', about: { jobId }, uploadUrl, onCreated });
		if (result.end === 'done') return transfer.fmsFileId;
		const isKept = result.end === 'failed' && uploadUrl !== undefined;
		if (isKept) await keepStarted(place, source, { transfer, uploadUrl: uploadUrl! }, client.cancelSignal?.aborted === true);
		if (result.end === 'failed' || transfers === MAX_TRANSFERS) throw uploadFailed(client, file, transfer, { ...result, isKept });
		started = undefined;
	}
}

/** `isKept`: another run can go on with it. */
type Failure = Pick<ResumableResult, 'outcome' | 'report' | 'accepted' | 'problem'> & { isKept?: boolean };

function uploadFailed(client: Client, { fileName, source }: FileToUpload, { fmsSASToken = '' }: Transfer, { outcome, report, accepted, problem, isKept }: Failure): Error {
	const { answer } = outcome;
	const cancelled = client.cancelSignal?.aborted === true;
	const far = accepted > 0 ? `after ${accepted.toLocaleString('en-US')} of ${source.size.toLocaleString('en-US')} bytes` : 'before any byte was accepted';
	const goOn = accepted > 0 && isKept ? 'Run it again within the hour: unless n8n is restarted, it goes on where it stopped.' : 'Try again later.';
	const error = explainedError(
		{
			message: `The upload of ${fileName} ended ${far}`,
			description: `${fileHostSaid(outcome, problem)} ${goOn}`,
			failure: cancelled || (answer && answer.status < 500) ? undefined : { cause: 'temporarily-unavailable' },
		},
		answer?.status,
		{ node: client.context.getNode(), report: { ...report, cancelled }, secrets: [...client.secrets, fmsSASToken] },
	);
	const code = serviceCode(answer?.body);
	if (code !== undefined) Object.assign(error.context, { serviceCode: code });
	return error;
}
