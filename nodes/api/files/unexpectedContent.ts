/** Refuses what came instead of a file. */
import { OperationFailed } from '../../core/errors';
import { redact } from '../../core/redact';
import type { Client } from '../../http/client';
import { readErrorBody } from '../../http/errorBody';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { UnexpectedContent } from '../../http/transfers/download';
import { isHtmlPage, isUnexpectedContent } from '../../rules/fileKind';

/** A page would come again; anything else may not. */
export function refuseUnexpected(
	client: Client,
	file: ArrivingFile,
	names: Array<string | undefined>,
	fileName: string,
) {
	const known = names.filter((name) => name !== undefined);
	if (isHtmlPage(file, known)) throw webPageInstead(client, file, fileName);
	if (isUnexpectedContent(file, known)) throw unexpectedContent(client, file, fileName);
}

export function webPageInstead(client: Client, file: ArrivingFile, fileName: string): Error {
	const message = readErrorBody(file.beginning);
	const page = message.startsWith('a web page') ? message : 'a web page';
	return explained(client, `A web page came instead of the file ${fileName}`, [
		`The ${senderOf(file)} answered with ${page}; nothing of it was stored.`,
		'This looks like a sign-in page: check the Base URL of the credential, and whether this n8n may reach the service without signing in.',
	]);
}

function unexpectedContent(
	client: Client,
	file: ArrivingFile,
	fileName: string,
): UnexpectedContent {
	const sender = senderOf(file);
	const message = readErrorBody(file.beginning);
	return new UnexpectedContent(
		explained(client, `The ${sender} returned something other than the file ${fileName}`, [
			`The ${sender} answered with ${file.mediaType || 'content of no type'}, which is not the file${message ? `: ${message}` : ''}.`,
			'Nothing of it was stored. Run it again later.',
		]),
	);
}

const explained = (client: Client, message: string, description: string[]): Error =>
	new OperationFailed(message, redact(description.join(' '), client.session.secrets));

const senderOf = ({ isDirect }: ArrivingFile): string => (isDirect ? 'service' : 'file host');
