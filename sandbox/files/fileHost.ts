import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

import { badRequest, conflict, notFound, Refusal } from '../calls/refusal';
import { bodyStream, drain, type Exchange, sendJson } from '../http/exchange';
import { type Params, Router } from '../http/router';
import { sendSignInPage, SIGN_IN_PATH } from '../http/signIn';
import { signatureOf, type SourceFile } from '../model/model';
import type { State } from '../model/state';
import { download } from './downloads';
import { openTus } from './tus';

const DIRECT_UPLOAD_LIMIT = 200_000_000;

/** Serves direct multipart uploads, TUS uploads and downloads by pre-signed address. */
export function openFileHost(state: State): (exchange: Exchange) => Promise<void> {
	let tus: ReturnType<typeof openTus> | undefined;
	const router = new Router()
		.add('POST', '/fms/multipart/{fmsFileId}', uploadMultipart)
		.add('GET', '/fms/download/{key}', download)
		.add('GET', SIGN_IN_PATH, sendSignInPage);
	return async (exchange) => {
		if (!exchange.url.pathname.startsWith('/fms/tus/'))
			return await router.dispatch(exchange, exchange.url.pathname);
		// On demand: its packages take a third of the start, and most runs never need them.
		const handleTus = await (tus ??= openTus(state));
		await handleTus(exchange);
	};
}

async function uploadMultipart(exchange: Exchange, { fmsFileId = '' }: Params): Promise<void> {
	const { state, req, url, entry } = exchange;
	const file = state.files.get(fmsFileId);
	if (!file) throw notFound('Transfer', fmsFileId);
	entry.jobId = file.jobId;
	if (url.searchParams.get('signature') !== signatureOf(file))
		throw new Refusal(403, 'FORBIDDEN', 'The address is not the one that was handed out.');
	if (file.transfer !== 'waiting') {
		throw conflict(
			'TRANSFER_USED',
			'This transfer was started before and cannot be resumed; ask for a new transfer object.',
		);
	}
	if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? ''))
		throw badRequest('The upload must be multipart/form-data.');
	file.transfer = 'started';
	try {
		await receive(exchange, file);
	} catch (error) {
		file.transfer = 'broken';
		throw error;
	}
	const { fileName, contentType, size } = file;
	const answer = state.isProduction
		? { id: fmsFileId, name: fileName, contentType, size }
		: { fmsFileId, fileName, size };
	sendJson(exchange, 200, answer);
}

/** Streams the part named `file` to disk. */
async function receive(exchange: Exchange, file: SourceFile): Promise<void> {
	const { req, state } = exchange;
	const path = join(state.directory, `${file.fmsFileId}.multipart`);
	let stored: Promise<void> | undefined;
	let wrongPart: string | undefined;
	let tooLarge = false;
	// The parser reports a limit when it is reached, the service only when it is exceeded.
	const parser = busboy({
		headers: req.headers,
		limits: { fileSize: DIRECT_UPLOAD_LIMIT + 1 },
		defParamCharset: 'utf8',
	});
	parser.on('file', (name, stream, { mimeType }) => {
		if (name !== 'file' || stored) {
			wrongPart = name;
			stream.resume();
			return;
		}
		file.contentType = mimeType;
		stream.on('data', (chunk: Buffer) => {
			file.size += chunk.length;
		});
		stream.on('limit', () => {
			tooLarge = true;
		});
		stored = pipeline(stream, createWriteStream(path));
		stored.catch(() => undefined);
	});
	try {
		await pipeline(bodyStream(exchange), parser);
		await stored;
	} catch (error) {
		await rm(path, { force: true });
		if (req.destroyed) throw error;
		await drain(req);
		throw badRequest(`The multipart body cannot be read: ${String(error)}`);
	}
	if (tooLarge) {
		await rm(path, { force: true });
		throw new Refusal(
			413,
			'FILE_TOO_LARGE',
			`A direct upload can have ${DIRECT_UPLOAD_LIMIT} bytes; use the TUS upload.`,
		);
	}
	if (!stored)
		throw badRequest(
			wrongPart === undefined
				? 'There is no part named "file".'
				: `The file must be in a part named "file", not "${wrongPart}".`,
		);
	file.path = path;
	file.transfer = 'uploaded';
}
