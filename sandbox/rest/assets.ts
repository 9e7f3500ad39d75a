import { conflict, notFound } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import {
	checkQuery,
	filledText,
	jsonObject,
	language,
	listOf,
	readFields,
	targetLanguages,
	text,
} from '../http/fields';
import type { Params, Router } from '../http/router';
import { callFileListeners } from '../model/callbacks';
import { touchJob } from '../model/lifecycle';
import type { Job, SupportAsset, TmUpdate } from '../model/model';
import { findActiveJob, readBody, refuseSubmitted } from './jobs';
import { sendPage } from './paging';
import { checkUploaded } from './requests';
import { assetToJson } from './toJson';

const ASSET_FIELDS = {
	fmsFileId: filledText,
	description: text,
	sourceNativeIds: listOf(text),
	sourceNativeLanguageCode: language,
	targetNativeLanguageCodes: targetLanguages,
	extendedMetadata: jsonObject,
};

const TM_FIELDS = {
	fmsFileId: filledText,
	sourceNativeLanguageCode: language,
	targetNativeLanguageCode: language,
	extendedMetadata: jsonObject,
};

export function routeAssets(router: Router): void {
	router
		.add('GET', '/jobs/{jobId}/supportassets', listAssets)
		.add('POST', '/jobs/{jobId}/supportassets', addAsset)
		.add('GET', '/jobs/{jobId}/supportassets/{supportassetId}', getAsset)
		.add('DELETE', '/jobs/{jobId}/supportassets/{supportassetId}', deleteAsset)
		.add('GET', '/jobs/{jobId}/tmupdates', listTmUpdates)
		.add('POST', '/jobs/{jobId}/tmupdates', addTmUpdate)
		.add('GET', '/jobs/{jobId}/tmupdates/{tmupdateId}', getTmUpdate);
}

function listAssets(exchange: Exchange, params: Params): void {
	const job = findActiveJob(exchange, params);
	sendPage(exchange, 200, 'support assets', job.supportAssets, (asset) =>
		assetToJson(exchange.state, asset, true),
	);
}

async function addAsset(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const fields = readFields(exchange, await readBody(exchange), ASSET_FIELDS, ['fmsFileId']);
	refuseSubmitted(job);
	const fmsFileId = fields.fmsFileId ?? '';
	checkUploaded(state, job, fmsFileId);
	const limit = state.variants.quotas.MaxSupportAssetsPerJob ?? Infinity;
	if (job.supportAssets.length >= limit)
		throw conflict(
			'QUOTA_EXCEEDED',
			`A job can have ${limit} support assets (MaxSupportAssetsPerJob).`,
		);
	const asset: SupportAsset = {
		...fields,
		seq: state.nextSeq(),
		supportassetId: state.newId(),
		fmsFileId,
		created: state.now(),
	};
	job.supportAssets.push(asset);
	touchJob(state, job);
	callFileListeners(state, job.jobId, { supportassetId: asset.supportassetId });
	sendJson(exchange, 201, assetToJson(state, asset));
}

function findAsset(job: Job, { supportassetId = '' }: Params): SupportAsset {
	const asset = job.supportAssets.find((candidate) => candidate.supportassetId === supportassetId);
	if (!asset) throw notFound('Support asset', supportassetId);
	return asset;
}

function getAsset(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	sendJson(
		exchange,
		200,
		assetToJson(exchange.state, findAsset(findActiveJob(exchange, params), params)),
	);
}

function deleteAsset(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const job = findActiveJob(exchange, params);
	const asset = findAsset(job, params);
	refuseSubmitted(job);
	job.supportAssets.splice(job.supportAssets.indexOf(asset), 1);
	touchJob(exchange.state, job);
	sendJson(exchange, 200, assetToJson(exchange.state, asset));
}

function listTmUpdates(exchange: Exchange, params: Params): void {
	const job = findActiveJob(exchange, params);
	sendPage(exchange, 200, 'tm updates', job.tmUpdates, (update) =>
		assetToJson(exchange.state, update, true),
	);
}

async function addTmUpdate(exchange: Exchange, params: Params): Promise<void> {
	checkQuery(exchange, []);
	const { state } = exchange;
	const job = findActiveJob(exchange, params);
	const fields = readFields(exchange, await readBody(exchange), TM_FIELDS, [
		'fmsFileId',
		'sourceNativeLanguageCode',
		'targetNativeLanguageCode',
	]);
	const { fmsFileId = '', sourceNativeLanguageCode = '', targetNativeLanguageCode = '' } = fields;
	checkUploaded(state, job, fmsFileId);
	const update: TmUpdate = {
		...fields,
		seq: state.nextSeq(),
		tmupdateId: state.newId(),
		fmsFileId,
		sourceNativeLanguageCode,
		targetNativeLanguageCode,
		created: state.now(),
	};
	job.tmUpdates.push(update);
	touchJob(state, job);
	callFileListeners(state, job.jobId, { tmupdateId: update.tmupdateId });
	sendJson(exchange, 201, assetToJson(state, update));
}

function getTmUpdate(exchange: Exchange, params: Params): void {
	checkQuery(exchange, []);
	const { tmUpdates } = findActiveJob(exchange, params);
	const update = tmUpdates.find(({ tmupdateId }) => tmupdateId === params.tmupdateId);
	if (!update) throw notFound('Translation memory update', params.tmupdateId ?? '');
	sendJson(exchange, 200, assetToJson(exchange.state, update));
}
