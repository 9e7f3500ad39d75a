import { readIds, showsError } from '../api/resources';

const MAX_IDS = 2_000;
const MAX_ID_LENGTH = 200;

/** What a callback claims. Only its ids are used; the rest is read back from the service. */
export interface CallbackPayload {
	jobId: string;
	/** Empty if the callback names none. */
	requestIds: string[];
	statusCode: string;
	isError: boolean;
	updateTime?: string;
	payloadUuid?: string;
	supportAssetId?: string;
	tmUpdateId?: string;
	about: 'status' | 'supportAsset' | 'translationMemory';
}

const text = (value: unknown): string | undefined => {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ID_LENGTH
		? value.trim()
		: undefined;
};

/** The format of these callbacks is not documented, so the ids or the event name decide. */
function aboutOf(eventType: string, body: Record<string, unknown>): CallbackPayload['about'] {
	const event = eventType.replace(/[^a-z]/gi, '').toUpperCase();
	if (event.includes('SUPPORTASSET') || supportAssetIdOf(body)) return 'supportAsset';
	return event.includes('TMUPDATE') || event.includes('TRANSLATIONMEMORY') || tmUpdateIdOf(body)
		? 'translationMemory'
		: 'status';
}

const supportAssetIdOf = (body: Record<string, unknown>) =>
	text(body.supportassetId ?? body.supportAssetId);
const tmUpdateIdOf = (body: Record<string, unknown>) => text(body.tmupdateId ?? body.tmUpdateId);

/** Accepts any body. Undefined if it names no job. */
export function readPayload(body: unknown): CallbackPayload | undefined {
	if (body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
	const fields = body as Record<string, unknown>;
	const jobId = text(fields.jobId);
	if (jobId === undefined) return undefined;
	const requestIds = readIds(fields.requestIds).filter((id) => id.length <= MAX_ID_LENGTH);
	return {
		jobId,
		requestIds: [...new Set(requestIds)].slice(0, MAX_IDS),
		statusCode: text(fields.statusCode ?? fields.status) ?? '',
		isError: showsError(fields) === true,
		updateTime: text(fields.updateTime),
		payloadUuid: text(fields.payloadUuid),
		supportAssetId: supportAssetIdOf(fields),
		tmUpdateId: tmUpdateIdOf(fields),
		about: aboutOf(text(fields.eventType) ?? '', fields),
	};
}
