import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sendJson, type Exchange } from '../http/exchange';
import { checkQuery } from '../http/fields';
import { sendFile, storedFile } from './fileAnswer';
import { findActiveJob } from '../rest/jobs';
import { COMPLETED_STATUSES, type Job, type JsonObject, type RequestStatus, type SourceFile, type TranslationRequest } from '../model/model';
import { sendPage } from '../rest/paging';
import { translateFile, translatePairs } from '../model/provider';
import { Refusal, conflict, notFound } from '../http/refusal';
import { findRequest } from '../rest/requests';
import type { Params, Router } from '../http/router';
import type { State } from '../model/state';

type Target = { fmsFileId: string } | { requestId: string };
interface Link {
	readonly target: Target;
	readonly expires: number;
}

const links = new WeakMap<State, Map<string, Link>>();
const KEPT_LINKS = 50_000;

/** A pre-signed address on the file host that works for a while without any other credential. */
export function linkTo(state: State, target: Target): string {
	const known = links.get(state) ?? new Map<string, Link>();
	links.set(state, known);
	const key = randomBytes(18).toString('base64url');
	known.set(key, { target, expires: state.clock.now() + state.variants.downloadLinkSeconds * 1000 });
	if (known.size > KEPT_LINKS) known.delete(known.keys().next().value as string);
	return `${state.urls.files}/fms/download/${key}`;
}

export function routeRetrieval(router: Router): void {
	router
		.add('GET', '/jobs/{jobId}/requests/{requestId}/retrievefile', retrieveFile)
		.add('GET', '/jobs/{jobId}/requests/{requestId}/retrieve', retrievePairs);
}

const acceptsOctetStream = ({ req }: Exchange): boolean => (req.headers.accept ?? '').toLowerCase().includes('application/octet-stream');

async function retrieveFile(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state, res } = exchange;
	const { request, job } = translated(exchange, params);
	if (acceptsOctetStream(exchange)) {
		res.writeHead(307, { Location: linkTo(state, { requestId: request.requestId }), 'Content-Length': '0' }).end();
		return;
	}
	if (state.variants.withoutOctetStream === 'forbidden') {
		throw new Refusal(403, 'FORBIDDEN', 'retrievefile needs the header Accept: application/octet-stream.');
	}
	const { body } = await translationOf(state, job, request);
	if (body === undefined) throw conflict('FILE_TOO_LARGE', 'The file is too large for base64.');
	sendJson(exchange, 200, body.toString('base64'));
}

const FETCHABLE: readonly RequestStatus[] = ['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED', ...COMPLETED_STATUSES];

function translated(exchange: Exchange, params: Params): { job: Job; request: TranslationRequest } {
	const job = findActiveJob(exchange, params);
	const request = findRequest(job, params.requestId ?? '');
	if (!FETCHABLE.includes(request.status)) {
		const fetchable = 'its translation can be fetched in REVIEW_TRANSLATION or TRANSLATION_APPROVED, or once it is completed';
		throw conflict('NOT_TRANSLATED', `Request ${request.requestId} is ${request.status}; ${fetchable}.`);
	}
	return { job, request };
}

function retrievePairs(exchange: Exchange, params: Params): void {
	const { state } = exchange;
	const { job, request } = translated(exchange, params);
	const content = job.contents.get(request.sourcecontentId ?? '');
	if (!content) throw conflict('NOT_KEY_VALUE', `Request ${request.requestId} is a file; use retrievefile.`);
	const present = (item: TranslationRequest): JsonObject => ({
		requestId: item.requestId,
		jobId: item.jobId,
		sourceNativeId: item.sourceNativeId,
		sourceNativeLanguageCode: item.sourceNativeLanguageCode,
		targetNativeLanguageCode: item.targetNativeLanguageCode,
		targetContent: translatePairs(content.fields, item),
	});
	const { retrieveShape } = state.variants;
	if (retrieveShape === 'page') return sendPage(exchange, 200, 'requests', [request], present);
	if (retrieveShape === 'translationContent') return sendPage(exchange, 200, 'translationContent', [request], present);
	checkQuery(exchange, []);
	sendJson(exchange, 200, retrieveShape === 'array' ? [present(request)] : present(request));
}

interface Translation {
	readonly fileName: string;
	readonly contentType: string;
	/** Missing when the file passes through unchanged. */
	readonly body?: Buffer;
	readonly file?: SourceFile;
}

async function translationOf(state: State, job: Job, request: TranslationRequest): Promise<Translation> {
	const file = state.files.get(request.fmsFileId ?? '');
	if (file) {
		const body = await translateFile(file, request);
		// What was translated is UTF-8, whatever it was before.
		const isText = body !== undefined && /^text\/[^;]+$/i.test(file.contentType);
		return { fileName: file.fileName, contentType: isText ? `${file.contentType}; charset=utf-8` : file.contentType, file, body };
	}
	const fields = job.contents.get(request.sourcecontentId ?? '')?.fields ?? [];
	const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
	const pairs = translatePairs(fields, request).map(({ key, value }) => `  <field key="${escape(key)}">${escape(value)}</field>`);
	const xml = ['<?xml version="1.0" encoding="UTF-8"?>', '<fields>', ...pairs, '</fields>', ''].join('\n');
	return { fileName: `${request.requestName}.xml`, contentType: 'application/xml', body: Buffer.from(xml) };
}

/** GET /fms/download/{key} on the file host. */
export async function download(exchange: Exchange, { key = '' }: Params): Promise<void> {
	const { state } = exchange;
	const link = links.get(state)?.get(key);
	if (!link) throw notFound('Download', key);
	if (link.expires <= state.clock.now()) throw new Refusal(403, 'LINK_EXPIRED', 'This download link has expired; ask for a new one.');
	if ('fmsFileId' in link.target) {
		const file = state.files.get(link.target.fmsFileId);
		if (!file) throw notFound('File', link.target.fmsFileId);
		exchange.entry.jobId = file.jobId;
		return await sendFile(exchange, storedFile(file));
	}
	const request = state.requests.get(link.target.requestId);
	const job = request && state.jobs.get(request.jobId);
	if (!request || !job) throw notFound('Request', link.target.requestId);
	exchange.entry.jobId = job.jobId;
	const { file, body, fileName, contentType } = await translationOf(state, job, request);
	const etag = `${request.requestId}.${request.deliveries}`;
	if (body === undefined && file) return await sendFile(exchange, storedFile(file, etag));
	const whole = body ?? Buffer.alloc(0);
	const read = (start: number, end: number) => Readable.from([whole.subarray(start, end + 1)]);
	await sendFile(exchange, { fileName, contentType, size: whole.length, etag, read });
}
