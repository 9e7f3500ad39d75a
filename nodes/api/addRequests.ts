import type { IDataObject } from 'n8n-workflow';

import { sameCode } from '../../l10n/languageTags';
import { comparableName, sameName } from '../../l10n/names';
import { OperationFailed } from '../core/errors';
import { leftByEarlierTries } from '../core/retryOnFail';
import type { Client } from '../http/client';
import { withAdvice } from '../http/errors';
import { itemsByPage, toArray } from '../http/pages';
import { EffectUnclear } from '../http/retry';
import { splitTargets } from '../rules/limits';
import { CALLS } from './calls';
import { matchTargets } from './compareRequests';
import { rememberingIds } from './effects';
import { withMetadata } from './guesses';
import {
	deleteRequest,
	listRequests,
	type NewRequests,
	REQUEST_FIELDS,
	type RequestDetails,
} from './requests';
import { holdTexts, NOT_SHOWN, storeTexts } from './requestTexts';
import { type KeyValue, readRequest, type TranslationRequest } from './resources';
import { COLLECTIONS, INLINE_TEXTS, PATHS, unconfirmedFields } from './wire';

/** What tells new requests from older ones, should a response be lost. */
interface Distinction {
	/** The requests of the job before the call; undefined if not all were read. New ones are added. */
	known: Set<string> | undefined;
	/** Only items of the same run can refer to this file or content. */
	isNewContent: boolean;
}

/** Returns one request per target language. Other fields of the item are not sent. */
export async function addRequests(
	client: Client,
	jobId: string,
	item: NewRequests,
	distinction: Distinction,
): Promise<TranslationRequest[]> {
	const fields = pick(item, Object.keys(REQUEST_FIELDS) as Array<keyof NewRequests>);
	const created: TranslationRequest[] = [];
	let offset = 0;
	for (const targets of splitTargets(item.targetNativeLanguageCodes)) {
		const ids = item.targetNativeIds?.slice(offset, offset + targets.length);
		offset += targets.length;
		const batch = { ...fields, targetNativeLanguageCodes: targets, targetNativeIds: ids };
		try {
			created.push(...(await addOnce(client, jobId, batch, distinction)));
		} catch (error) {
			const count = `${created.length} of ${item.targetNativeLanguageCodes.length}`;
			throw withAdvice(error, created.length > 0 ? `Job ${jobId} has ${count} requests.` : '');
		}
	}
	if (item[INLINE_TEXTS]) await refuseEmpty(client, jobId, item, created);
	return created;
}

interface AddedBatch {
	/** Of one try of n8n's "Retry On Fail". */
	session: object;
	key: string;
	addition: Addition;
}

/**
 * What the service accepted is not added again if n8n repeats the node, because a later batch or
 * the rest of the answer failed, provided that the job still has it.
 */
async function addOnce(
	client: Client,
	jobId: string,
	batch: NewRequests,
	distinction: Distinction,
): Promise<TranslationRequest[]> {
	const { context, itemIndex, session } = client;
	const added = leftByEarlierTries<AddedBatch>(context, itemIndex, 'batches');
	const key = JSON.stringify([jobId, batch.fmsFileId === undefined, identityOf(batch)]);
	const earlier = added.find((each) => each.session !== session && each.key === key);
	const there = await earlier?.addition.accepted(client);
	if (there?.every(({ requestId }) => distinction.known?.has(requestId) ?? true)) return there;
	return await addBatch(client, jobId, batch, distinction, (addition) =>
		added.push({ session, key, addition }),
	);
}

/** A repetition by n8n stores the same content again, under another id. */
const identityOf = (item: NewRequests) => ({
	...item,
	fmsFileId: undefined,
	sourcecontentId: undefined,
	[INLINE_TEXTS]: undefined,
});

/** Nothing remains of requests that may be without their texts. */
async function refuseEmpty(
	client: Client,
	jobId: string,
	{ requestName, [INLINE_TEXTS]: texts = [] }: NewRequests,
	created: readonly TranslationRequest[],
): Promise<void> {
	const ids = created.map(({ requestId }) => requestId);
	const left = new Set(ids);
	const remain = () =>
		left.size === 0
			? 'The requests were deleted.'
			: `Delete ${[...left].join(', ')} of job ${jobId}.`;
	try {
		if (await holdTexts(client, jobId, ids, texts)) return;
		for (const id of ids) {
			await deleteRequest(client, jobId, id);
			left.delete(id);
		}
	} catch (error) {
		throw withAdvice(
			error,
			`It is not certain that requests have their texts. Nothing was submitted. ${remain()}`,
		);
	}
	throw new OperationFailed(
		`The service shows the requests for "${requestName}" without their texts`,
		`${NOT_SHOWN} ${remain()} Nothing was submitted. Send the texts as a file instead.`,
	);
}

const pick = <T, Name extends keyof T & string>(values: T, names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<T, Name>;

/** Requests of one name may look the same in a list, so they are added one after another. */
async function addBatch(
	client: Client,
	jobId: string,
	item: NewRequests,
	distinction: Distinction,
	onAccepted: (addition: Addition) => void,
): Promise<TranslationRequest[]> {
	return await rememberingIds(
		`${client.session.baseUrl} requests ${jobId} ${comparableName(item.requestName)}`,
		client.cancelSignal,
		async (made) =>
			await withMetadata(client, item, async (sent) => {
				const addition = new Addition(client, jobId, item, distinction, new Set(made));
				return await addition.add(sent, onAccepted);
			}),
		(requests) => {
			const ids = requests.map(({ requestId }) => requestId);
			for (const id of ids) distinction.known?.add(id);
			return ids;
		},
	);
}

class Addition {
	private readonly targets: readonly string[];
	/** The requests that were seen, by the index of their target. */
	private seen: ReadonlyMap<number, TranslationRequest> = new Map();
	/** Those of the answer, as far as it came. */
	private readonly answered: TranslationRequest[] = [];
	private isUnclear = false;

	constructor(
		private readonly client: Client,
		private readonly jobId: string,
		private readonly item: NewRequests,
		private readonly distinction: Distinction,
		private readonly made: ReadonlySet<string>,
	) {
		this.targets = item.targetNativeLanguageCodes;
	}

	/** @param sent - The item as this service takes it. */
	async add(
		sent: NewRequests,
		onAccepted: (addition: this) => void,
	): Promise<TranslationRequest[]> {
		const { client, jobId, item } = this;
		const call = {
			...CALLS.addRequests(jobId),
			body: () => this.missingPartOf(sent),
			unconfirmed: unconfirmedFields(item),
			findEffect: async (probe: Client) => {
				const found = await this.look(probe);
				if (!found && this.isUnclear) throw new EffectUnclear();
				return found;
			},
			hasPart: () => this.seen.size > 0,
			identity: identityOf(item),
		};
		try {
			const pages = itemsByPage<IDataObject>(client, call, { nextPath: PATHS.requests(jobId) });
			for await (const page of pages) {
				if (this.answered.length === 0) onAccepted(this);
				this.answered.push(...page.map((raw) => readRequest(raw, jobId)));
				if (this.known().missing.length === 0) break;
			}
		} catch (error) {
			const { size } = this.seen;
			for (const { requestId } of this.seen.values()) this.distinction.known?.add(requestId);
			throw withAdvice(error, size > 0 ? this.countOf(size) : '');
		}
		return await this.accepted(client);
	}

	private known() {
		return matchTargets(this.targets, [...this.seen.values(), ...this.answered]);
	}

	/** The requests of an addition that the service has accepted. */
	async accepted(client: Client): Promise<TranslationRequest[]> {
		const { matching, missing } = this.known();
		if (missing.length === 0) return inOrder(matching);
		const found = await this.look(client);
		if (found) return found[COLLECTIONS.requests];
		throw this.addedInPart(missing);
	}

	/** A call in progress has made only some of them, so a part is not the effect yet. */
	private async look(
		probe: Client,
	): Promise<{ [COLLECTIONS.requests]: TranslationRequest[] } | undefined> {
		const listed = await toArray(listRequests(probe, this.jobId));
		const { matching, missing, unclear } = matchTargets(this.targets, listed, (request) =>
			this.isMade(request),
		);
		this.isUnclear = unclear.length > 0;
		this.seen = matching;
		return missing.length === 0 ? { [COLLECTIONS.requests]: inOrder(matching) } : undefined;
	}

	/**
	 * Whether this call made a request: by name, source id, language and content.
	 * Undefined if the list does not show enough.
	 */
	private isMade(request: TranslationRequest): boolean | undefined {
		const { item, made, distinction } = this;
		const { requestId, requestName, sourceNativeId, targetNativeLanguageCode } = request;
		const { known, isNewContent } = distinction;
		if (known?.has(requestId) || made.has(requestId)) return false;
		if (
			targetNativeLanguageCode &&
			!this.targets.some((target) => sameCode(target, targetNativeLanguageCode))
		)
			return false;
		const shownId = item.fmsFileId === undefined ? request.sourceContentId : request.fileId;
		// The service may give inline texts an id of its own.
		const contentId = item[INLINE_TEXTS] ? undefined : shownId;
		if (contentId && contentId !== (item.fmsFileId ?? item.sourcecontentId)) return false;
		// Items with the same file share its upload.
		if (requestName && !sameName(requestName, item.requestName)) return false;
		if (isOther(item.sourceNativeId, sourceNativeId)) return false;
		const isCertain = (contentId && isNewContent) || (requestName && known);
		return isCertain && targetNativeLanguageCode ? true : undefined;
	}

	private missingPartOf(sent: NewRequests): NewRequests {
		const isMissing = (_: string, index: number) => !this.seen.has(index);
		return {
			...sent,
			targetNativeLanguageCodes: this.targets.filter(isMissing),
			targetNativeIds: this.item.targetNativeIds?.filter(isMissing),
		};
	}

	private countOf(count: number): string {
		return `Job ${this.jobId} has ${count} of ${this.targets.length} requests for it.`;
	}

	private addedInPart(missing: readonly number[]): OperationFailed {
		const { item, targets } = this;
		return new OperationFailed(
			`The service accepted "${item.requestName}" without ${missing.map((index) => targets[index]).join(', ')}`,
			`${this.countOf(targets.length - missing.length)} Look at the job: the missing ones can be added with another call, or the requests deleted.`,
		);
	}
}

const inOrder = (requests: ReadonlyMap<number, TranslationRequest>): TranslationRequest[] =>
	[...requests].sort(([one], [other]) => one - other).map(([, request]) => request);

/** A list may leave out the source id. */
export const isOther = (sent: string | undefined, shown: string | undefined): boolean =>
	!!sent && !!shown && !sameName(sent, shown);

/** One request per target language refers to the content. */
export async function addContent(
	client: Client,
	jobId: string,
	request: RequestDetails,
	pairs: KeyValue[],
	known?: Set<string>,
): Promise<TranslationRequest[]> {
	const item = { ...request, ...(await storeTexts(client, jobId, pairs)) };
	return await addRequests(client, jobId, item, { known, isNewContent: true });
}
