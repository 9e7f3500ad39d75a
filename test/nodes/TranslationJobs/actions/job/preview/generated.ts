/** Inputs for Send, and what the service has before. */
import * as fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { fileItem, sending, textItem } from '../send/support';

const LANGUAGES = ['de-de', 'fr-fr', 'es-es', 'ja-jp'];

export interface Sending {
	parameters: INodeParameters;
	input: INodeExecutionData[];
	quotas: Record<string, number>;
	/** What an earlier run has left. */
	before: 'nothing' | 'unsubmitted' | 'submitted' | 'cancelled';
}

const texts = fc.constantFrom(
	'Hello',
	'Spring is here',
	'Good bye <b>now</b>',
	'春が来た',
	'Hello',
);
const item = fc.oneof(
	{ weight: 20, arbitrary: texts.map((text) => textItem(text)) },
	{
		weight: 8,
		arbitrary: fc
			.tuple(fc.constantFrom('a.txt', 'b.md', 'c.docx', 'd.json'), texts)
			.map(([name, text]) =>
				fileItem(name, name.endsWith('json') ? JSON.stringify({ text }) : text),
			),
	},
	{ weight: 1, arbitrary: fc.constant({ json: {} } as INodeExecutionData) },
);

export const sendings: fc.Arbitrary<Sending> = fc
	.record({
		items: fc.array(item, { minLength: 1, maxLength: 7 }),
		languages: fc.oneof(
			{ weight: 9, arbitrary: fc.subarray(LANGUAGES, { minLength: 1 }) },
			{ weight: 1, arbitrary: fc.constant<string[]>(['de-de', 'xx-yy']) },
		),
		splitJobs: fc.boolean(),
		submit: fc.boolean(),
		windowHours: fc.constantFrom(24, 24, 24, 0),
		runKey: fc.constantFrom('', '', 'release 7'),
		maxRequests: fc.constantFrom(2_000, 2_000, 4, 8),
		before: fc.constantFrom<Sending['before'][]>(
			'nothing',
			'nothing',
			'unsubmitted',
			'submitted',
			'cancelled',
		),
	})
	.map(({ items, languages, maxRequests, before, ...options }) => ({
		parameters: sending({
			contentJson: '={{ $json.texts ?? "" }}',
			targetLanguages: languages,
			options,
		}),
		input: items.map((each) => structuredClone(each)),
		quotas: { MaxReqsPerJob: maxRequests },
		before,
	}));
