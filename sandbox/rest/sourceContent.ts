import { notFound } from '../calls/refusal';
import { type Exchange, readJson, sendJson } from '../http/exchange';
import { checkQuery, contentTooLarge, keyValues, readFields } from '../http/fields';
import type { Params, Router } from '../http/router';
import { touchJob } from '../model/lifecycle';
import type { Job, SourceContent } from '../model/model';
import { findActiveJob, refuseSubmitted } from './jobs';
import { contentToJson } from './toJson';

const CONTENT_LIMIT = 1_000_000;

export function routeSourceContent(router: Router): void {
	router
		.add('POST', '/jobs/{jobId}/sourcecontent', createContent)
		.add('GET', '/jobs/{jobId}/sourcecontent/{contentId}', getContent)
		.add('PUT', '/jobs/{jobId}/sourcecontent/{contentId}', updateContent);
}

async function readContent(exchange: Exchange) {
	checkQuery(exchange, []);
	const body = await readJson(exchange, CONTENT_LIMIT, () => contentTooLarge(CONTENT_LIMIT));
	return readFields(exchange, body, { fields: keyValues }, ['fields']).fields ?? [];
}

function findContent(job: Job, { contentId = '' }: Params): SourceContent {
	const content = job.contents.get(contentId);
	if (!content) throw notFound('Source content', contentId);
	return content;
}

async function createContent(exchange: Exchange, params: Params): Promise<void> {
	const job = findActiveJob(exchange, params);
	const fields = await readContent(exchange);
	refuseSubmitted(job);
	const content: SourceContent = { sourcecontentId: exchange.state.newId(), fields };
	job.contents.set(content.sourcecontentId, content);
	touchJob(exchange.state, job);
	sendJson(exchange, 201, contentToJson(exchange.state, content));
}

function getContent(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	sendJson(
		exchange,
		200,
		contentToJson(exchange.state, findContent(findActiveJob(exchange, params), params)),
	);
}

async function updateContent(exchange: Exchange, params: Params): Promise<void> {
	const job = findActiveJob(exchange, params);
	const content = findContent(job, params);
	const fields = await readContent(exchange);
	refuseSubmitted(job);
	content.fields = fields;
	touchJob(exchange.state, job);
	sendJson(exchange, 200, contentToJson(exchange.state, content));
}
