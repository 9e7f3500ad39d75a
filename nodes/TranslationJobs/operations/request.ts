import type { IPairedItemData } from 'n8n-workflow';

import { counted } from '../../../l10n/counted';
import { addContent, addRequests } from '../../api/addRequests';
import { rejectRequests } from '../../api/decideRequests';
import { withinRequestQuota } from '../../api/jobContents';
import { deleteRequest, getRequest, updateRequest, updateRequests } from '../../api/requests';
import { changeWithTexts } from '../../api/requestTexts';
import { getTranslatedContent } from '../../api/translatedContent';
import { hintOnce, showHint, warn } from '../../core/notices';
import { optionsWith } from '../../form/commonOptions';
import { contentFields, readContent } from '../../form/content';
import { fileFields, fileOptions, isFromInput, readFile } from '../../form/fileId';
import { readJobId, readRequestId, readRequestIds } from '../../form/givenIds';
import { shortenNamesOption } from '../../form/jobFields';
import { languageOptions } from '../../form/languages';
import {
	jobFromInput,
	jobRLC,
	readLocator,
	requestFromInput,
	requestRLC,
	requestsFromInput,
} from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readText } from '../../form/parameters';
import {
	newRequestAdditions,
	newRequestFields,
	readNewRequest,
	readRequestUpdate,
	requestUpdateFields,
} from '../../form/requestFields';
import {
	FIELDS,
	outputFields,
	readOutputForm,
	REQUEST,
	shape,
	TRANSLATION,
} from '../../form/simplify';
import * as approve from './request/approve';
import { decideInBatches } from './request/decideInBatches';
import * as getAll from './request/getAll';

export const request = defineResource(
	'request',
	{
		approve: {
			name: 'Approve',
			description: 'Accept translations that are in review',
			action: 'Approve requests',
			...approve,
		},
		reject: {
			name: 'Reject',
			description: 'Send translations that are in review back to the provider',
			action: 'Reject requests',
			fields: [
				jobFromInput,
				requestsFromInput,
				{
					displayName: 'Note',
					name: 'note',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. The product name must not be translated',
					description:
						'Tells the translators what to correct. Without it, they do not learn why you reject the translation.',
				},
				optionsWith(),
			],
			async executeAll(client) {
				const noteOf = (itemIndex: number) => readText(this, 'note', itemIndex);
				const outputs = await decideInBatches(this, client, { decide: rejectRequests, noteOf });
				const rejected = outputs.filter(({ error, json }) => !error && json.requestId).length;
				const noteless = outputs.filter(
					({ error, pairedItem }) => !error && noteOf((pairedItem as IPairedItemData).item) === '',
				).length;
				if (noteless > 0)
					warn(
						this,
						`${counted(noteless, 'translation')} ${noteless === 1 ? 'was' : 'were'} rejected without a note. Enter 'Note': without it, the translators do not learn what to correct.`,
						{},
					);
				if (rejected > 0)
					showHint(
						this,
						`${counted(rejected, 'translation')} went back to the provider. When ${rejected === 1 ? 'it is' : 'they are'} delivered again, a Translations Ready Trigger hands ${rejected === 1 ? 'it' : 'them'} over again.`,
					);
				return outputs;
			},
		},
		getAll: {
			name: 'Get Many',
			description: 'Get many requests of a job',
			action: 'Get many requests',
			...getAll,
		},
		get: {
			name: 'Get',
			description: 'Get one request',
			action: 'Get request',
			fields: [jobFromInput, requestFromInput, ...outputFields(FIELDS.request), optionsWith()],
			async execute(client, itemIndex) {
				const request = await getRequest(
					client,
					readJobId(this, itemIndex),
					readRequestId(this, itemIndex),
				);
				return shape(request, REQUEST, readOutputForm(this, itemIndex));
			},
		},
		getContent: {
			name: 'Get Translated Content',
			description: 'Get the translated texts of a request',
			action: 'Get translated content of request',
			fields: [
				jobFromInput,
				{
					...requestFromInput,
					description:
						'The request whose translated texts to get. It must be in review or approved. For a file, use the File resource.',
				},
				optionsWith(),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const requestId = readRequestId(this, itemIndex);
				const translated = await getTranslatedContent(client, jobId, requestId);
				if (!translated.content)
					hintOnce(
						this,
						'unread content',
						'The node found no translated texts, because it does not know the format of the response. The field "answer" holds the response as it came.',
					);
				return shape(translated, TRANSLATION.texts, 'raw');
			},
		},
		addFile: {
			name: 'Add File',
			description: 'Add a file to a job, as one request for each target language',
			action: 'Add file to job',
			fields: [
				{
					...jobFromInput,
					description: 'The job that the file belongs to. It must not be submitted yet.',
				},
				...fileFields,
				...newRequestFields,
				newRequestAdditions,
				optionsWith(shortenNamesOption, ...languageOptions, ...fileOptions),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const request = readNewRequest(this, itemIndex);
				const provideFile = await readFile(this, client, jobId, itemIndex);
				const add = async (known?: Set<string>) =>
					await addRequests(
						client,
						jobId,
						{ ...request, fmsFileId: await provideFile() },
						{ known, isNewContent: isFromInput(this, itemIndex) },
					);
				const count = request.targetNativeLanguageCodes.length;
				return await withinRequestQuota(client, jobId, count, add);
			},
		},
		addContent: {
			name: 'Add Content',
			description: 'Add texts to a job, as one request for each target language',
			action: 'Add content to job',
			fields: [
				{
					...jobFromInput,
					description: 'The job to add the content to. It must not be submitted yet.',
				},
				...newRequestFields,
				...contentFields,
				newRequestAdditions,
				optionsWith(shortenNamesOption, ...languageOptions),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const request = readNewRequest(this, itemIndex);
				const pairs = readContent(this, itemIndex);
				const add = async (known?: Set<string>) =>
					await addContent(client, jobId, request, pairs, known);
				const count = request.targetNativeLanguageCodes.length;
				return await withinRequestQuota(client, jobId, count, add);
			},
		},
		update: {
			name: 'Update',
			description: 'Change a request that is not submitted yet',
			action: 'Update request',
			fields: [
				{ ...jobFromInput, description: 'The job of the request. It must not be submitted yet.' },
				requestFromInput,
				requestUpdateFields,
				optionsWith(shortenNamesOption, ...languageOptions),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const requestId = readRequestId(this, itemIndex);
				return await changeWithTexts(
					client,
					jobId,
					[requestId],
					readRequestUpdate(this, itemIndex),
					async (fields) => await updateRequest(client, jobId, requestId, fields),
				);
			},
		},
		updateMany: {
			name: 'Update Many',
			description: 'Change several requests of a job in the same way',
			action: 'Update many requests',
			fields: [
				{ ...jobFromInput, description: 'The job of the requests. It must not be submitted yet.' },
				requestsFromInput,
				requestUpdateFields,
				optionsWith(shortenNamesOption, ...languageOptions),
			],
			async execute(client, itemIndex) {
				const jobId = readJobId(this, itemIndex);
				const requestIds = readRequestIds(this, itemIndex);
				return await changeWithTexts(
					client,
					jobId,
					requestIds,
					readRequestUpdate(this, itemIndex),
					async (fields) => await updateRequests(client, jobId, requestIds, fields),
				);
			},
		},
		delete: {
			name: 'Delete',
			description: 'Delete a request that is not in progress',
			action: 'Delete request',
			fields: [
				jobRLC,
				{
					...requestRLC,
					description:
						'The request to delete. The node refuses to delete a request in progress: only the provider can cancel it.',
				},
				optionsWith(),
			],
			async execute(client, itemIndex) {
				const request = await deleteRequest(
					client,
					readLocator(this, 'jobId', itemIndex),
					readLocator(this, 'requestId', itemIndex),
				);
				return { ...request, deleted: true };
			},
		},
	},
	'addContent',
);
