import { readFile } from 'node:fs/promises';

import { conflict, Refusal } from '../calls/refusal';
import { linkTo, translationOf } from '../files/downloads';
import { type Exchange, sendJson } from '../http/exchange';
import { checkQuery } from '../http/fields';
import type { Params, Router } from '../http/router';
import {
	COMPLETED_STATUSES,
	type Job,
	type JsonObject,
	type RequestStatus,
	type TranslationRequest,
} from '../model/model';
import { translatePairs } from '../model/translate';
import { findActiveJob } from './jobs';
import { sendPage } from './paging';
import { findRequest } from './requests';

export function routeRetrieval(router: Router): void {
	router
		.add('GET', '/jobs/{jobId}/requests/{requestId}/retrievefile', retrieveFile)
		.add('GET', '/jobs/{jobId}/requests/{requestId}/retrieve', retrievePairs);
}

const LARGEST_BASE64 = 50_000_000;

const acceptsOctetStream = ({ req }: Exchange): boolean =>
	(req.headers.accept ?? '').toLowerCase().includes('application/octet-stream');

async function retrieveFile(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state, res } = exchange;
	const { request, job } = findTranslated(exchange, params);
	if (acceptsOctetStream(exchange)) {
		res
			.writeHead(307, {
				Location: linkTo(state, { requestId: request.requestId }),
				'Content-Length': '0',
			})
			.end();
		return;
	}
	if (!state.isProduction) {
		throw new Refusal(
			403,
			'FORBIDDEN',
			'retrievefile needs the header Accept: application/octet-stream.',
		);
	}
	const { body, file } = await translationOf(state, job, request);
	if (file && file.size > LARGEST_BASE64)
		throw conflict('FILE_TOO_LARGE', 'The file is too large for base64.');
	const bytes = body ?? (await readFile(file?.path ?? ''));
	sendJson(exchange, 200, bytes.toString('base64'));
}

const FETCHABLE: readonly RequestStatus[] = [
	'REVIEW_TRANSLATION',
	'TRANSLATION_APPROVED',
	...COMPLETED_STATUSES,
];

function findTranslated(
	exchange: Exchange,
	params: Params,
): { job: Job; request: TranslationRequest } {
	const job = findActiveJob(exchange, params);
	const request = findRequest(job, params.requestId ?? '');
	if (!FETCHABLE.includes(request.status)) {
		const fetchable =
			'its translation can be fetched in REVIEW_TRANSLATION or TRANSLATION_APPROVED, or once it is completed';
		throw conflict(
			'NOT_TRANSLATED',
			`Request ${request.requestId} is ${request.status}; ${fetchable}.`,
		);
	}
	return { job, request };
}

function retrievePairs(exchange: Exchange, params: Params): void {
	const { state } = exchange;
	const { job, request } = findTranslated(exchange, params);
	const content = job.contents.get(request.sourcecontentId ?? '');
	if (!content)
		throw conflict('NOT_KEY_VALUE', `Request ${request.requestId} is a file; use retrievefile.`);
	const toJson = (item: TranslationRequest): JsonObject => ({
		requestId: item.requestId,
		jobId: item.jobId,
		sourceNativeId: item.sourceNativeId,
		sourceNativeLanguageCode: item.sourceNativeLanguageCode,
		targetNativeLanguageCode: item.targetNativeLanguageCode,
		targetContent: translatePairs(content.fields, item, state.variants),
	});
	const { retrieveShape } = state.variants;
	if (retrieveShape === 'page') return sendPage(exchange, 200, 'requests', [request], toJson);
	if (retrieveShape === 'translationContent')
		return sendPage(exchange, 200, 'translationContent', [request], toJson);
	checkQuery(exchange, []);
	sendJson(exchange, 200, retrieveShape === 'array' ? [toJson(request)] : toJson(request));
}
