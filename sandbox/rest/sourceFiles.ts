import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

import { badRequest, conflict, notFound } from '../calls/refusal';
import { SAS_PREFIX } from '../calls/violations';
import { linkTo } from '../files/downloads';
import { sendFile, storedFile } from '../files/sendFile';
import { beyondSpecification } from '../http/beyondSpecification';
import { type Exchange, readText, sendJson } from '../http/exchange';
import { checkQuery, contentTooLarge } from '../http/fields';
import type { Params, Router } from '../http/router';
import { touchJob } from '../model/lifecycle';
import type { SourceFile } from '../model/model';
import { findActiveJob } from './jobs';
import { transferToJson } from './toJson';

const MAX_FILE_NAME = 250;

export function routeSourceFiles(router: Router): void {
	router
		.add('POST', '/jobs/{jobId}/sourcefiles', createTransfer)
		.add('GET', '/jobs/{jobId}/sourcefiles/{fmsFileId}', getSourceFile);
}

async function createTransfer(exchange: Exchange, params: Params): Promise<void> {
	const { state } = exchange;
	checkQuery(exchange, ['fileName']);
	const job = findActiveJob(exchange, params);
	// Support assets and memory updates need files too, so a submitted job still accepts them.
	const body = await readText(exchange, 1000, () => contentTooLarge(1000));
	if (body !== '' && body.trim() !== '{}') {
		beyondSpecification(
			exchange,
			'unknown-field',
			badRequest('This call takes no body; fileName is a query parameter.'),
		);
	}
	const fileName = readFileName(exchange);
	const limit = state.variants.quotas.MaxFilesPerJob ?? Infinity;
	if (job.files.length >= limit)
		throw conflict('QUOTA_EXCEEDED', `A job can have ${limit} files (MaxFilesPerJob).`);
	const file: SourceFile = {
		fmsFileId: state.newFileId(),
		jobId: job.jobId,
		fileName,
		sasToken: SAS_PREFIX + randomBytes(24).toString('hex'),
		created: state.now(),
		givenTo: exchange.req.headers.authorization,
		transfer: 'waiting',
		contentType: 'application/octet-stream',
		size: 0,
	};
	job.files.push(file);
	state.files.set(file.fmsFileId, file);
	state.filesBySas.set(file.sasToken, file);
	touchJob(state, job);
	sendJson(exchange, 201, transferToJson(state, file));
}

/** The name must be encoded once: refuses unescaped characters and notes a double encoding. */
function readFileName({ req, url, state }: Exchange): string {
	const values = url.searchParams.getAll('fileName');
	const [name = ''] = values;
	if (values.length !== 1 || name === '')
		throw badRequest('fileName is required, once.', 'MISSING_FIELD');
	const raw = /[?&]fileName=([^&]*)/.exec(req.url ?? '')?.[1] ?? '';
	if (/[^\w.!~*'()%+$,;=:@/?-]/.test(raw) || name.includes('\uFFFD'))
		throw badRequest(`fileName is not URL-encoded: ${raw}`, 'INVALID_FILE_NAME');
	if (/%[0-9A-Fa-f]{2}/.test(name)) state.violations.note('file-name-encoded-twice', raw);
	if (name.length > MAX_FILE_NAME) {
		throw badRequest(
			`fileName has ${name.length} characters; at most ${MAX_FILE_NAME} are allowed.`,
			'NAME_TOO_LONG',
		);
	}
	if (extname(name).length < 2)
		throw badRequest(`fileName has no extension: ${name}`, 'INVALID_FILE_NAME');
	return name;
}

async function getSourceFile(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state, res } = exchange;
	const job = findActiveJob(exchange, params);
	const file = state.files.get(params.fmsFileId ?? '');
	if (file?.jobId !== job.jobId) throw notFound('File', params.fmsFileId ?? '');
	if (file.transfer !== 'uploaded')
		throw conflict('FILE_NOT_UPLOADED', `File ${file.fmsFileId} has not been uploaded completely.`);
	if (state.variants.sourceFileRedirects) {
		res.writeHead(307, { Location: linkTo(state, { fmsFileId: file.fmsFileId }) }).end();
		return;
	}
	await sendFile(exchange, storedFile(file));
}
