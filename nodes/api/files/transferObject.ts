import { OperationFailed } from '../../core/errors';
import { keysIn } from '../../core/redact';
import type { Client } from '../../http/client';
import { CALLS } from '../calls';
import { QUERY } from '../wire';

/** The permission to upload one file. Everything but the id is secret. */
export interface Transfer {
	fmsFileId: string;
	fmsPostMultipartUrl?: string;
	fmsUploadUrl?: string;
	fmsSASToken?: string;
}

export async function createTransfer(
	client: Client,
	jobId: string,
	fileName: string,
): Promise<Transfer> {
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

export function uploadAddress(
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
