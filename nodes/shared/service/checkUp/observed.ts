import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../rules/isRecord';
import { IN_TRANSLATION, KNOWN_REQUEST_STATUSES, LISTED_STATUSES } from '../../rules/statuses';
import type { ServiceCall } from '../../transport/client';
import { isHtml } from '../../transport/http/errorBody';
import { readList } from '../../transport/http/expected';
import type { HttpResponse } from '../../transport/http/types';
import { followLink, readNext } from '../../transport/pages';
import { showsError } from '../resources';
import { LISTENER_TYPES, PATHS } from '../wire';

/** Switches of the sandbox, by their names. */
type Shapes = Record<string, unknown>;
type Raw = Record<string, unknown>;

/** What every response shows of the service's shapes. Nothing of its contents is kept. */
export class Observed {
	readonly shapes: Shapes = {};
	lastStatus = 0;
	/** Fields of jobs that no description names. */
	readonly unknownFields = new Set<string>();
	private readonly kinds = new Set<string>();
	private readonly labelForms = new Set<string>();
	private readonly pageLengths = new Map<string, number>();

	constructor(private readonly baseUrl: string) {}

	/** What was not seen is undefined. */
	note(seen: Shapes): void {
		for (const [name, value] of Object.entries(seen))
			if (value !== undefined) this.shapes[name] = value;
	}

	noteRefusal(guess: string, status: number): void {
		this.shapes.refuses = { ...(this.shapes.refuses as Shapes), [guess]: status };
	}

	readonly see = ({ method, path, query = {} }: ServiceCall, response: HttpResponse): void => {
		const { status, body } = response;
		this.lastStatus = status;
		const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 429;
		if (isRefusal) this.note({ errorShape: errorShape(body) });
		if (status >= 300) return;
		const [, list, record] = PLACE.exec(path) ?? [];
		if (method === 'DELETE' && record === 'jobs')
			this.note({ deleteAnswer: deleteAnswer(response) });
		if (method !== 'GET') return;
		if (path === PATHS.quota) this.note(quotaShapes(body));
		else if (path.endsWith('/retrieve')) this.note({ retrieveShape: retrieveShape(body) });
		else if (list) this.seePage(path, list, query, response);
		else if (record && isRecord(body)) this.seeRecord(record, body);
	};

	private seePage(
		path: string,
		list: string,
		query: NonNullable<ServiceCall['query']>,
		{ status, body }: HttpResponse,
	): void {
		const empty = list === 'listeners' ? 'emptyListeners' : 'emptyList';
		if (status === 204) this.note({ [empty]: 'noContent' });
		if (!isRecord(body)) return;
		const entries = readList(body, { list }) ?? [];
		for (const entry of entries) this.seeRecord(list, entry);
		const name = listName(body, list);
		const next = readNext(body);
		const asked = query.navNext ?? query.next;
		const link = next && 'href' in next ? followLink(this.baseUrl, next.href) : undefined;
		const token = next && 'token' in next ? next.token : link?.query.next;
		const pageShape = pageShapeOf(body) ?? this.shapes.pageShape ?? 'hal';
		this.note({
			pageShape,
			pageSize: asked && entries.length > 0 ? this.pageLengths.get(path) : undefined,
			collectionCase: name && caseOf(name),
			lastPage: next ? undefined : lastPage(body),
			foreignNextLink: next && 'href' in next ? !link : undefined,
			repeatNextToken: asked && next ? String(asked) === String(token) : undefined,
			endlessPages: next ? entries.length === 0 || undefined : false,
		});
		this.pageLengths.set(path, entries.length);
		if (entries.length === 0 && (name || !next)) this.note({ [empty]: name ? 'list' : 'omitted' });
	}

	private seeRecord(kind: string, raw: Raw): void {
		this.note(SHAPES[kind]?.(raw) ?? {});
		this.kinds.add(kind);
		if (kind !== 'jobs') return;
		for (const name of Object.keys(raw)) if (!JOB_FIELDS.has(name)) this.unknownFields.add(name);
		if (raw.labels) this.labelForms.add(Array.isArray(raw.labels) ? 'list' : 'object');
	}

	/** Switches that could not be seen are missing. */
	preset(): IDataObject {
		const { emptyList, emptyListeners, errorStatus, unknownStatus, ...others } = this.shapes;
		const isSeen = emptyList !== undefined && emptyListeners !== undefined && emptyList !== 'list';
		return JSON.parse(
			JSON.stringify({
				...(this.kinds.has('jobs')
					? {
							nullMetadata: false,
							archiveFields: 'hidden',
							unknownFields: this.unknownFields.size > 0,
						}
					: {}),
				...(this.kinds.has('requests') ? { errorField: 'none' } : {}),
				...(this.labelForms.size > 1 ? { labelsShape: 'asSent' } : {}),
				...others,
				emptyList,
				emptyListeners: isSeen ? (emptyListeners === emptyList ? 'likeOthers' : 'list') : undefined,
				unknownStatus,
				errorStatus: errorStatus === unknownStatus ? null : errorStatus,
			}),
		) as IDataObject;
	}
}

/** The observed shapes, as a preset of the sandbox. */
export const presetOf = ({ observed }: { observed: Observed }): IDataObject => observed.preset();

/** A list, or one of its records. */
const PLACE =
	/^(?:.*\/(jobs(?=\/archived$|$)|requests|statusupdates|listeners|providers)(?:\/archived)?|.*\/(jobs|requests|providers)\/[^/]+)$/;

/** What a description of a job names. */
const JOB_FIELDS = new Set(
	'jobId id jobName description statusCode status hasError isError latestErrorMessage providerId creatorId siteId poReference dueDate createdDate modifiedDate activityDate submittedDate estArchivalDate estimatedArchivalDate archived archiveStatus customData shouldQuote serviceType connectorName connectorVersion globalTrackingId labels extendedMetadata ExtendedMetadata aggregateRequests'.split(
		' ',
	),
);

export const which = (raw: Raw, ...names: string[]): string | undefined =>
	names.find((name) => name in raw);

const statusOf = (raw: Raw) => String(raw.statusCode ?? raw.status ?? '');

const common = (raw: Raw, id: unknown): Shapes => {
	const metadataField = which(raw, 'extendedMetadata', 'ExtendedMetadata');
	const date = raw.createdDate;
	return {
		statusField: which(raw, 'statusCode', 'status'),
		datesWithZone: typeof date === 'string' ? /(Z|[+-]\d\d:?\d\d)$/i.test(date) : undefined,
		idForm: /^\w{10}$/.test(String(id))
			? 'short'
			: String(id).length === 22
				? 'base64url'
				: undefined,
		metadataField,
		nullMetadata: (metadataField && raw[metadataField] === null) || undefined,
	};
};

/** A status is a code. Anything else may be a text of somebody. */
function unknownStatus(raw: Raw): Shapes {
	const status = statusOf(raw);
	const isKnown = LISTED_STATUSES.includes(status) || KNOWN_REQUEST_STATUSES.includes(status);
	if (status === IN_TRANSLATION) return { unknownStatus: null };
	return isKnown || !/^\w{1,40}$/.test(status) ? {} : { unknownStatus: status };
}

const SHAPES: Record<string, (raw: Raw) => Shapes> = {
	jobs: (raw) => ({
		...common(raw, raw.jobId ?? raw.id),
		...unknownStatus(raw),
		archivalDateField: which(raw, 'estArchivalDate', 'estimatedArchivalDate'),
		archiveFields: which(raw, 'archived', 'archiveStatus') && 'shown',
	}),
	requests(raw) {
		const { fileType } = raw;
		const status = unknownStatus(raw);
		return {
			...common(raw, raw.requestId ?? raw.id),
			...(showsError(raw) ? { errorStatus: status.unknownStatus ?? null } : status),
			errorField: which(raw, 'hasError', 'isError'),
			contentIdField: which(raw, 'sourcecontentId', 'sourceContentId'),
			fileTypeForm: fileType
				? String(fileType).includes('/')
					? 'mediaType'
					: 'extension'
				: undefined,
		};
	},
	providers: (raw) => ({
		providerIdField: which(raw, 'providerId', 'id'),
		providerNameField: which(raw, 'providerName', 'name'),
	}),
	listeners(raw) {
		const [type, uri] = [String(raw.type), String(raw.uri)];
		const isShort = LISTENER_TYPES.some((known) => known !== type && known.startsWith(type));
		return {
			shortListenerTypes:
				isShort || ((LISTENER_TYPES as readonly string[]).includes(type) ? false : undefined),
			hideListenerCodes: !('statusCodes' in raw),
			plainListenerCommas: uri.includes(',') || (uri.includes('%2C') ? false : undefined),
		};
	},
};

function errorShape(body: unknown): string {
	if (isRecord(body)) return typeof body.code === 'number' ? 'numericCode' : 'json';
	if (isHtml(body)) return 'html';
	return String(body ?? '').trim() === '' ? 'empty' : 'text';
}

const deleteAnswer = ({ status, body }: HttpResponse): string =>
	isRecord(body) ? 'job' : status === 200 ? 'empty' : 'noContent';

/** The name of a list as the page spells it. */
function listName(page: Raw, list: string): string | undefined {
	const names = [page, page._embedded].filter(isRecord).flatMap(Object.keys);
	return names.find((name) => name.toLowerCase() === list.toLowerCase());
}

/** One word in lower case may be either. */
function caseOf(name: string): string | undefined {
	if (/^[A-Z]/.test(name)) return 'pascal';
	if (name === 'statusupdates') return 'lower';
	return /[A-Z]/.test(name) ? 'camel' : undefined;
}

/** Undefined on a page that does not tell. */
function pageShapeOf(page: Raw): string | undefined {
	if (isRecord(page.pagination)) return 'spec';
	if (!isRecord(page._links)) return 'token';
	if ('next' in page) return 'both';
	return isRecord(page._links.next) ? 'hal' : undefined;
}

function lastPage(page: Raw): string {
	const link = isRecord(page._links) ? page._links.next : undefined;
	const places: Array<[unknown, string]> = [
		[page.pagination, 'navNext'],
		[link, 'href'],
		[page, 'next'],
	];
	for (const [place, name] of places)
		if (isRecord(place) && name in place) return place[name] === null ? 'null' : 'empty';
	return 'missing';
}

function retrieveShape(body: unknown): string | undefined {
	if (Array.isArray(body)) return 'array';
	if (!isRecord(body)) return undefined;
	if ('targetContent' in body) return 'object';
	return listName(body, 'requests')
		? 'page'
		: listName(body, 'translationContent') && 'translationContent';
}

function quotaShapes(body: unknown): Shapes {
	const entries = Object.entries(isRecord(body) ? body : {});
	const [, inner] = entries.length === 1 ? (entries[0] ?? []) : [];
	const list = Array.isArray(body) ? body : inner;
	if (Array.isArray(list)) {
		const records = list.filter(isRecord);
		const field = records.some(({ limit }) => limit !== undefined) ? 'limit' : 'value';
		const isBare = list === body;
		return {
			quotaShape: field === 'limit' ? 'limitAndUsedList' : isBare ? 'list' : 'wrappedList',
			quotas: numbers(records.map((record) => [String(record.name), record[field]])),
		};
	}
	if (isRecord(body) && 'limit' in body) return { quotaShape: 'limitAndUsed' };
	if (isRecord(inner) && !('limit' in inner))
		return { quotaShape: 'wrappedObject', quotas: numbers(Object.entries(inner)) };
	const isUsed = entries.some(([, value]) => isRecord(value));
	return {
		quotaShape: isUsed ? 'limitAndUsedByName' : 'object',
		quotas: numbers(entries.map(([name, value]) => [name, isRecord(value) ? value.limit : value])),
	};
}

const numbers = (entries: Array<[string, unknown]>): Shapes =>
	Object.fromEntries(
		entries.filter(([name, value]) => /^\w{1,60}$/.test(name) && typeof value === 'number'),
	);
