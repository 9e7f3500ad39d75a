import type { INodeExecutionData } from 'n8n-workflow';

import { requestDeliveryKey } from '../shared/rules/deliveryKey';
import type { Job, TranslationRequest } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { passesRequest } from '../shared/triggers/filters';
import { requestItem } from '../shared/triggers/item';
import { readRequests } from '../shared/triggers/readBack';
import { shortHash } from '../shared/triggers/shortHash';
import { serverMs } from '../shared/rules/serverTime';
import type { Mark } from './marks';
import type { Settings } from './settings';

/** Dates may be told in whole seconds. */
const SAME_DATE_MS = 1_000;
/** A job's date may follow its requests with a delay. */
const SETTLED_MS = 2 * 60_000;

export interface JobDeliveries {
	items: Array<{ item: INodeExecutionData; modified: number }>;
	mark: Mark;
	/** When the first of those that are still too young becomes old enough. */
	waitUntil?: number;
	/** Deliveries were left for the next poll. */
	isCut: boolean;
	/** What the new deliveries say about whether the job's date moves with them. */
	dateFollowed?: boolean;
}

interface Delivery {
	request: TranslationRequest;
	hash: string;
	/** Without a modification time it is as new as can be. */
	modified: number;
}

export interface Known {
	mark: Mark;
	/** The job's date when it was last looked at. */
	jobModified?: number;
	listedAt: number;
	/** The newest date of a job that the service has shown so far. */
	newestDate: number;
	/** Grants as many items as this poll can still hand over. */
	claim: (wanted: number) => number;
}

/** Reads the delivered requests of a job and tells which of them were not handed over yet. Undefined if it cannot be read now. */
export async function readDeliveries(client: Client, settings: Settings, job: Job, known: Known): Promise<JobDeliveries | undefined> {
	const requests = await readRequests(client, job.jobId, { statuses: settings.statuses });
	if (!requests) return undefined;
	const now = client.serverTime(Date.now());
	const deliveries = requests.filter((request) => passesRequest(settings.filters, request)).map(toDelivery);

	const isCovered = ({ hash, modified }: Delivery) => modified <= known.mark.upTo || known.mark.recent.has(hash);
	const fresh = deliveries.filter((delivery) => !isCovered(delivery));
	const isYoung = ({ modified }: Delivery) => settings.minimumAgeMs > 0 && modified !== Infinity && now - modified < settings.minimumAgeMs;
	const young = fresh.filter(isYoung);
	const ready = fresh.filter((delivery) => !isYoung(delivery)).sort((a, b) => a.modified - b.modified);
	const taken = ready.slice(0, known.claim(ready.length));
	const isCut = taken.length < ready.length;

	// The service's clock is at least at the newest date it shows. Where the dates of jobs stay behind, those of requests move.
	const newestDate = Math.max(known.newestDate, ...deliveries.map(({ modified }) => modified).filter(Number.isFinite));
	// A date in the future must not cover what is still to come, nor any date what was not taken.
	const covered = Math.min(newestDate, now) - settings.overlapMs;
	const upTo = isCut ? known.mark.upTo : Math.max(known.mark.upTo, Math.min(covered, ...young.map(({ modified }) => modified - 1)));
	const handedOver = new Set([...deliveries.filter(isCovered), ...taken]);
	const recent = new Set([...handedOver].filter(({ modified }) => modified > upTo).map(({ hash }) => hash));
	return {
		items: taken.map(({ request, modified }) => ({ item: toItem(client, job, request), modified })),
		mark: { upTo, recent },
		waitUntil: young.length > 0 ? Math.min(...young.map(({ modified }) => modified)) + settings.minimumAgeMs : undefined,
		isCut,
		dateFollowed: didDateFollow(job, known, taken),
	};
}

function toDelivery(request: TranslationRequest): Delivery {
	const { requestId, modifiedDate, statusCode } = request;
	return { request, hash: shortHash(requestDeliveryKey({ requestId, modifiedDate, statusCode })), modified: serverMs(modifiedDate) ?? Infinity };
}

function toItem(client: Client, job: Job, request: TranslationRequest): INodeExecutionData {
	return requestItem({ environment: client.environment, arrivedBy: 'contentPoll' }, { event: 'translationReady', job, request });
}

/** True if the job's date was seen to move to that of a delivery, false if it stayed behind one, undefined if neither can be said. */
function didDateFollow(job: Job, { jobModified, listedAt }: Known, deliveries: readonly Delivery[]): boolean | undefined {
	const modified = serverMs(job.modifiedDate);
	const times = deliveries.map((delivery) => delivery.modified).filter((time) => time !== Infinity);
	if (modified === undefined || times.length === 0) return undefined;
	if (times.some((time) => time > modified + SAME_DATE_MS && time < listedAt - SETTLED_MS)) return false;
	const hasMoved = jobModified !== undefined && modified > jobModified;
	return hasMoved && Math.abs(Math.max(...times) - modified) <= SAME_DATE_MS ? true : undefined;
}
