import type { IExecuteFunctions, IPairedItemData } from 'n8n-workflow';

import type { TranslationRequest } from '../../api/resources';
import { giveWay } from '../../core/concurrency';
import { readFileNamePattern, readOutputField } from '../../form/downloadFields';
import { readJobId } from '../../form/givenIds';
import { readLanguageOptions, resolveEntered } from '../../form/languages';
import { checkForm, readChoice, readFlag, readGroup } from '../../form/parameters';
import { type OutputForm, readOutputForm } from '../../form/simplify';
import { type CheckOptions, readCheckOptions } from '../quality/checkOptions';

/** Items with the same job and settings are collected together. */
export interface JobGroup {
	jobId: string;
	items: number[];
	/** One list for all translations that no item asks for: n8n stores each list once. */
	paired: IPairedItemData[];
	requestIds?: string[];
	/** Request id → the item that asks for it. */
	askedBy: Map<string, number>;
	targets?: string[];
	includeApproved: boolean;
	/** If a translation cannot be fetched. */
	stop: boolean;
	field: string;
	textsAsFile: boolean;
	output: OutputForm;
	/** How to name each file. */
	pattern?: string;
	checks: CheckOptions;
}

/** The item that asks for this request by itself. */
export function askingItem(
	context: IExecuteFunctions,
	{ items, askedBy }: JobGroup,
	{ requestId }: TranslationRequest,
): number | undefined {
	const input = context.getInputData();
	return askedBy.get(requestId) ?? items.find((item) => input[item]?.json.requestId === requestId);
}

export interface Groups {
	groups: JobGroup[];
	unreadable: Map<number, unknown>;
}

/** The input often has one item per request or event, but each job is collected once. */
export async function readGroups(context: IExecuteFunctions): Promise<Groups> {
	const byJob = new Map<string, JobGroup>();
	const unreadable = new Map<number, unknown>();
	for (const itemIndex of context.getInputData().keys()) {
		await giveWay();
		try {
			const { requestIds, ...wanted } = readOne(context, itemIndex);
			const key = JSON.stringify(wanted);
			const group: JobGroup = byJob.get(key) ?? {
				...wanted,
				items: [],
				paired: [],
				requestIds: [],
				askedBy: new Map(),
			};
			byJob.set(key, group);
			group.items.push(itemIndex);
			group.paired.push({ item: itemIndex });
			if (!requestIds) group.requestIds = undefined;
			for (const id of requestIds ?? []) {
				if (group.askedBy.has(id)) continue;
				group.askedBy.set(id, itemIndex);
				group.requestIds?.push(id);
			}
		} catch (error) {
			unreadable.set(itemIndex, error);
		}
	}
	return { groups: [...byJob.values()], unreadable };
}

function readOne(
	context: IExecuteFunctions,
	itemIndex: number,
): Omit<JobGroup, 'items' | 'paired' | 'askedBy'> {
	checkForm(context, itemIndex);
	const jobId = readJobId(context, itemIndex);
	const filters = readGroup(context, 'filters', itemIndex);
	const { targets } = resolveEntered(filters, readLanguageOptions(context, itemIndex));
	const requestIds = filters.requestIds as string[] | undefined;
	return {
		jobId,
		...(requestIds?.length ? { requestIds } : {}),
		...(targets ? { targets } : {}),
		includeApproved: readFlag(context, 'filters.includeApproved', itemIndex),
		stop: readChoice(context, 'options.onNotFetched', itemIndex) === 'stop',
		field: readOutputField(context, itemIndex),
		textsAsFile: readFlag(context, 'options.textsAsFile', itemIndex),
		output: readOutputForm(context, itemIndex),
		pattern: readFileNamePattern(context, itemIndex),
		checks: readCheckOptions(context, itemIndex),
	};
}
