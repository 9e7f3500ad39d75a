import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toErrorOutput, toItemError } from '../../../shared/itemError';
import { requestDeliveryKey } from '../../../shared/rules/deliveryKey';
import { type ItemResult, runGroups } from '../../../shared/runItems';
import { type Collected, collectJob } from '../../../shared/service/collect/collectJob';
import { downloadTranslation, storeDownload } from '../../../shared/service/files';
import { getTranslatedContent } from '../../../shared/service/requests';
import type { TranslationRequest } from '../../../shared/service/resources';
import { Slots } from '../../../shared/slots';
import type { Client } from '../../../shared/transport/client';
import { readIdleMs } from '../fields/fileFields';
import { readCommonOptions } from '../../../shared/commonOptions';
import { properties } from './collect/fields';
import { HandedOn } from './collect/handedOn';
import { type JobGroup, readGroups } from './collect/readGroups';
import { addSummary } from './collect/summary';

export const description = updateDisplayOptions({ show: { resource: ['job'], operation: ['collect'] } }, properties);

/** Each job of the input once, one output per translation that is ready. */
export async function executeAll(this: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]> {
	const { concurrency } = readCommonOptions(this);
	const slots = new Slots(concurrency);
	const handedOn = new HandedOn(this);
	const { groups, unreadable } = readGroups(this);
	const groupOf = new Map(groups.map((group) => [group.items[0]!, group]));
	const collected: Array<{ jobId: string; result: Collected<INodeExecutionData> }> = [];

	const collectGroup = async (group: JobGroup): Promise<INodeExecutionData[]> => {
		const itemIndex = group.items[0]!;
		const own = client.forItem(itemIndex);
		const result = await collectJob(own, group.jobId, {
			...group,
			slots,
			partial: this.continueOnFail(),
			isKnown: (request) => group.onlyNew && handedOn.has(requestDeliveryKey(request)),
			fetch: async (request) => await fetchTranslation(this, own, group, request),
		});
		if (group.onlyNew) handedOn.remember(result.fetched.map(({ request }) => requestDeliveryKey(request)));
		collected.push({ jobId: group.jobId, result });
		return [...result.fetched.map((each) => each.result), ...result.failed.map(({ request, error }) => failedOutput(this, group, request, error))];
	};

	const outputs = await runGroups(this, concurrency, [...groups.map(({ items }) => items), ...[...unreadable.keys()].map((item) => [item])], async (items) => {
		const [first] = items;
		const group = groupOf.get(first!);
		const outcome: ItemResult = group ? { output: await collectGroup(group) } : { error: unreadable.get(first!) };
		return new Map([[first!, outcome], ...items.slice(1).map((item): [number, ItemResult] => [item, { output: [] }])]);
	});
	addSummary(this, collected);
	return outputs;
}

async function fetchTranslation(context: IExecuteFunctions, client: Client, group: JobGroup, request: TranslationRequest): Promise<INodeExecutionData> {
	const { jobId, requestId } = request;
	const json = { deliveryKey: requestDeliveryKey(request), ...request };
	const pairedItem = pairingOf(context, group, request);
	if (request.sourceContentId && !request.fileId) {
		const { content } = await getTranslatedContent(client, jobId, requestId);
		return { json: { ...json, content }, pairedItem };
	}
	const download = await downloadTranslation(client, jobId, requestId, { request, idleMs: readIdleMs(context, group.items[0]!) });
	const file = await storeDownload(context, download);
	return { json: { ...json, fileName: file.fileName, fileSize: file.bytes ?? download.size, mimeType: file.mimeType }, binary: { [group.field]: file }, pairedItem };
}

/** The input item that names the request, if one does; otherwise all that name its job. */
function pairingOf(context: IExecuteFunctions, { items }: JobGroup, { requestId }: TranslationRequest) {
	const input = context.getInputData();
	const named = items.find((item) => input[item]?.json.requestId === requestId);
	return named === undefined ? items.map((item) => ({ item })) : { item: named };
}

function failedOutput(context: IExecuteFunctions, group: JobGroup, request: TranslationRequest, error: unknown): INodeExecutionData {
	const output = toErrorOutput(context, toItemError(context.getNode(), error, group.items[0]!), group.items[0]!);
	return { ...output, json: { ...request, error: output.json.error, description: output.json.description }, pairedItem: pairingOf(context, group, request) };
}
