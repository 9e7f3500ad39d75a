import { isRecord } from '../../l10n/json';
import { Client, type ClientOptions } from '../http/client';
import { readList } from '../http/expected';
import type { Ids, NodeContext } from '../http/types';
import { isAbsent } from './absence';
import { COLLECTIONS } from './wire';

/** A client whose errors and log lines name the resources of the service. */
export async function connect(context: NodeContext, options: ClientOptions = {}): Promise<Client> {
	return await Client.create(context, { subjectOf, idsIn }, { isAbsent, ...options });
}

/** The ids that a call made, from its response. */
function idsIn(response: unknown): Ids {
	const jobId = isRecord(response) ? response.jobId : undefined;
	const requests = readList(response, { list: COLLECTIONS.requests, id: ['requestId'] }) ?? [];
	const requestIds = requests.map(({ requestId }) => String(requestId));
	return {
		...(typeof jobId === 'string' ? { jobId } : {}),
		...(requestIds.length > 0 ? { requestIds } : {}),
	};
}

/** Singular and plural for each part of a path. */
const NAMES: Record<string, readonly [one: string, all: string]> = {
	jobs: ['job', 'jobs'],
	requests: ['request', 'requests'],
	sourcecontent: ['source content', 'source content'],
	sourcefiles: ['file', 'files'],
	supportassets: ['support asset', 'support assets'],
	tmupdates: ['translation memory update', 'translation memory updates'],
	statusupdates: ['status update', 'status updates'],
	listeners: ['listener', 'listeners'],
	providers: ['provider', 'providers'],
	quota: ['quota', 'quota'],
};
/** These are no ids. */
const NO_IDS = ['archived', 'add', 'approve', 'reject', 'listeners'];

/** What a call is about: "Request 7 of job 12", "A new job". An unknown path stands for itself. */
export function subjectOf(method: string, path: string): string {
	const segments = path.split('/').filter(Boolean);
	const named: string[] = [];
	let isWhole = false;
	for (let segment = segments.shift(); segment !== undefined; segment = segments.shift()) {
		const names = Object.hasOwn(NAMES, segment) ? NAMES[segment] : undefined;
		if (!names) continue;
		// "Listener 9" is enough, without "of the status updates".
		if (isWhole) named.shift();
		isWhole = segments[0] === undefined || NO_IDS.includes(segments[0]);
		named.unshift(
			isWhole
				? method === 'POST'
					? `a new ${names[0]}`
					: `the ${names[1]}`
				: `${names[0]} ${decoded(segments.shift() ?? '')}`,
		);
	}
	const subject = named.join(' of ');
	return subject ? subject.charAt(0).toUpperCase() + subject.slice(1) : `${method} ${path}`;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
