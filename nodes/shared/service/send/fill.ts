import { type IDataObject, type NodeError, NodeOperationError } from 'n8n-workflow';

import { atOnce } from '../../atOnce';
import { toItemError } from '../../itemError';
import type { Client } from '../../transport/client';
import { collect } from '../../transport/pages';
import { addSupportAsset, listSupportAssets } from '../jobFiles';
import { addRequests, deleteRequest, listRequests } from '../requests';
import type { TranslationRequest } from '../resources';
import { compareRequests, missingTargets, storedOf } from './compare';
import { type Piece, isSupportAsset } from './piece';
import { logProgress } from './run';

export interface Filled {
	requests: Map<Piece, TranslationRequest[]>;
	failures: Map<Piece, NodeError>;
}

const SHOWN = 5;

export interface FillOptions {
	/** A new job has nothing to compare with. */
	isNew: boolean;
	concurrency: number;
	/** Whether to begin with further pieces after one has failed. */
	goOnAfterFailure: boolean;
	/** Called before each step that changes the job. */
	beforeStep(): Promise<void>;
}

/** Adds to an unsubmitted job what it still lacks of these pieces. */
export async function fillJob(client: Client, jobId: string, pieces: readonly Piece[], options: FillOptions): Promise<Filled> {
	const present = options.isNew ? new Map<Piece, TranslationRequest[]>() : await takeStock(client, jobId, pieces);
	const assets = options.isNew || !pieces.some(isSupportAsset) ? new Set<string>() : await assetsOf(client, jobId);
	const filled: Filled = { requests: new Map(), failures: new Map() };
	const addOne = async (piece: Piece) => {
		try {
			const own = client.forItem(piece.itemIndex);
			if (!isSupportAsset(piece)) filled.requests.set(piece, await addMissing(own, jobId, piece, present.get(piece) ?? [], options.beforeStep));
			else {
				if (!assets.has(piece.sourceNativeId)) await addAsset(own, jobId, piece, options.beforeStep);
				filled.requests.set(piece, []);
			}
			logProgress(client, `${filled.requests.size} of ${pieces.length} items are in job ${jobId}`, { jobId, item: piece.itemIndex });
		} catch (error) {
			filled.failures.set(piece, toItemError(client.context.getNode(), error, piece.itemIndex));
		}
	};
	await atOnce(pieces, options.concurrency, addOne, () => (options.goOnAfterFailure || filled.failures.size === 0) && !client.cancelSignal?.aborted);
	return filled;
}

/** What an earlier run has added already. Second requests for the same, and those for an older content, are removed; those for anything else are refused. */
async function takeStock(client: Client, jobId: string, pieces: readonly Piece[]): Promise<Map<Piece, TranslationRequest[]>> {
	const { present, doubles, others, unclear } = compareRequests(pieces, await collect(listRequests(client, jobId)));
	if (unclear[0]) {
		throw new NodeOperationError(client.context.getNode(), `Job ${jobId} cannot be continued: its request "${unclear[0].requestName}" does not tell which item it is for`, {
			description: 'Adding it again might have it translated twice. Delete the unsubmitted job, or set another run key; then everything is sent anew.',
		});
	}
	if (others[0]) throw holdsOthers(client, jobId, others);
	const outdated = await findOutdated(client, jobId, present);
	for (const { requestId } of [...doubles, ...outdated]) await deleteRequest(client, jobId, requestId);
	for (const [piece, requests] of present) present.set(piece, requests.filter((request) => !outdated.includes(request)));
	const counts = { found: [...present.values()].flat().length, removed: doubles.length + outdated.length };
	logProgress(client, `job ${jobId} has ${counts.found} requests of this run already`, { jobId, ...counts });
	return present;
}

/** Requests for content that has changed since under the same source id. The content itself is compared: ids say nothing about it. */
export async function findOutdated(client: Client, jobId: string, present: ReadonlyMap<Piece, TranslationRequest[]>): Promise<TranslationRequest[]> {
	const outdated: TranslationRequest[] = [];
	for (const [piece, requests] of present) {
		if (!piece.isStored) continue;
		const known = new Map<string, boolean>();
		for (const request of requests) {
			const stored = storedOf(piece, request);
			const key = JSON.stringify(stored);
			if (!known.has(key)) known.set(key, stored !== undefined && (await piece.isStored(client.forItem(piece.itemIndex), jobId, stored)));
			if (!known.get(key)) outdated.push(request);
		}
	}
	return outdated;
}

/** Whose they are is unknown: neither thrown away nor paid for without being asked. */
export function holdsOthers(client: Client, jobId: string, others: readonly TranslationRequest[]): NodeOperationError {
	const shown = others.slice(0, SHOWN).map(({ requestName, targetNativeLanguageCode }) => `"${requestName}" (${targetNativeLanguageCode})`);
	const more = others.length > SHOWN ? ` and ${(others.length - SHOWN).toLocaleString('en-US')} more` : '';
	return new NodeOperationError(client.context.getNode(), `Job ${jobId} has the same run key, but holds what this run does not send: ${shown.join(', ')}${more}`, {
		description: 'It was not submitted. To send these items in a job of their own, enter another run key. To finish the earlier job, submit it with the operation Submit. If you do not need it, delete it and run this again.',
	});
}

async function addMissing(client: Client, jobId: string, piece: Piece, present: TranslationRequest[], beforeStep: () => Promise<void>): Promise<TranslationRequest[]> {
	const missing = missingTargets(piece, present);
	if (missing.length === 0) return present;
	await beforeStep();
	// The languages of one item refer to the same file, also when they were added by two runs.
	const stored = (present[0] && storedOf(piece, present[0])) ?? (await piece.store(client, jobId));
	await beforeStep();
	const added = await addRequests(client, jobId, {
		requestName: piece.requestName,
		sourceNativeId: piece.sourceNativeId,
		sourceNativeLanguageCode: piece.sourceLanguage,
		targetNativeLanguageCodes: missing,
		...stored,
		wordCount: piece.wordCount,
		extendedMetadata: piece.extendedMetadata,
	});
	return [...present, ...added];
}

/** Support assets have no source id; ours carry one in their metadata. */
const ASSET_ID = 'n8nItemId';

async function assetsOf(client: Client, jobId: string): Promise<Set<string>> {
	const ids = new Set<string>();
	for await (const { extendedMetadata, ExtendedMetadata } of listSupportAssets(client, jobId)) {
		ids.add(String(((extendedMetadata ?? ExtendedMetadata) as IDataObject | null | undefined)?.[ASSET_ID] ?? ''));
	}
	return ids;
}

async function addAsset(client: Client, jobId: string, piece: Piece, beforeStep: () => Promise<void>): Promise<void> {
	await beforeStep();
	const stored = await piece.store(client, jobId);
	await beforeStep();
	if ('fmsFileId' in stored) await addSupportAsset(client, jobId, { ...stored, description: piece.requestName, extendedMetadata: { ...piece.extendedMetadata, [ASSET_ID]: piece.sourceNativeId } });
}
