/** Inputs for Send, and what the service has before. */
import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId } from '../../../../support/harness';
import { article } from '../../changes/nights';
import { fileItem, sending, textItem } from '../support';

const LANGUAGES = ['de-de', 'fr-fr', 'es-es', 'ja-jp'];

export interface Sending {
	parameters: INodeParameters;
	input: INodeExecutionData[];
	/** What the earlier run has sent. */
	earlier: INodeExecutionData[];
	quotas: Record<string, number>;
	/** What an earlier run has left. */
	before: 'nothing' | 'half' | 'unsubmitted' | 'submitted' | 'cancelled';
	continueOnFail: boolean;
	/** Send gets the plan and the words of the preview as its limits. */
	keepsToIt: boolean;
}

const texts = fc.constantFrom(
	'Hello',
	'Spring is here',
	'Good bye <b>now</b>',
	'春が来た',
	'Hello',
);

const weighted = <T>(...choices: Array<[weight: number, arbitrary: fc.Arbitrary<T>]>) =>
	fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const file = fc
	.tuple(fc.constantFrom('a.txt', 'b.md', 'c.docx', 'd.json'), texts)
	.map(([name, text]) => fileItem(name, name.endsWith('json') ? JSON.stringify({ text }) : text));

const content = weighted<INodeExecutionData>(
	[20, texts.map((text) => textItem(text))],
	[8, file],
	[3, file.map((item) => ({ ...item, json: { translate: 'supportAsset' } }))],
	[1, fc.constant({ json: {} })],
);

/** Some have an id and languages of their own. */
const item = fc
	.tuple(
		content,
		weighted<string | undefined>([4, fc.constant(undefined)], [1, fc.constantFrom('one', 'two')]),
		weighted<string[] | undefined>(
			[6, fc.constant(undefined)],
			[1, fc.subarray(LANGUAGES, { minLength: 1 })],
		),
	)
	.map(([one, id, languages]) => ({ ...one, json: { ...one.json, id, languages } as IDataObject }));

/** How the items of the earlier run differ. Only a run key of one's own can find it then. */
const EARLIER: Record<string, (items: INodeExecutionData[]) => INodeExecutionData[]> = {
	same: (items) => items,
	fewer: (items) => items.slice(0, Math.max(1, items.length - 1)),
	more: (items) => [...items, textItem('Only before')],
	changed: (items) => items.map((one) => (one.json.texts ? textItem('Before', one.json) : one)),
};

export const sendings: fc.Arbitrary<Sending> = fc
	.record({
		items: fc.array(item, { minLength: 1, maxLength: 7 }),
		languages: weighted(
			[9, fc.subarray(LANGUAGES, { minLength: 1 })],
			[1, fc.constant<string[]>(['de-de', 'xx-yy'])],
		),
		provider: fc.constantFrom('pseudo', 'pseudo', 'pseudo', 'european'),
		splitJobs: fc.boolean(),
		submit: fc.constantFrom(true, true, false),
		windowHours: fc.constantFrom(24, 24, 24, 0),
		runKey: fc.constantFrom('', '', 'release 7'),
		output: fc.constantFrom('job', 'job', 'requests'),
		onCancelled: fc.constantFrom('stop', 'sendAgain'),
		maxRequests: fc.constantFrom(2_000, 2_000, 4, 8),
		maxFiles: fc.constantFrom(1_000, 1_000, 2),
		maxAssets: fc.constantFrom(1_000, 1_000, 1_000, 1),
		before: fc.constantFrom<Sending['before'][]>(
			'nothing',
			'nothing',
			'half',
			'unsubmitted',
			'submitted',
			'cancelled',
		),
		earlier: fc.constantFrom('same', 'same', ...Object.keys(EARLIER)),
		continueOnFail: fc.constantFrom(false, false, true),
		keepsToIt: fc.boolean(),
	})
	.map(
		({
			items,
			languages,
			provider,
			maxRequests,
			maxFiles,
			maxAssets,
			before,
			earlier,
			continueOnFail,
			keepsToIt,
			...options
		}) => {
			const input = items.map((each) => structuredClone(each));
			return {
				parameters: sending({
					providerId: byId(provider),
					translate: '={{ $json.translate ?? "automatic" }}',
					contentJson: '={{ $json.texts ?? "" }}',
					targetLanguages: `={{ $json.languages ?? ${JSON.stringify(languages)} }}`,
					itemFields: { sourceNativeId: '={{ $json.id ?? "" }}' },
					options,
				}),
				input,
				earlier: EARLIER[earlier]!(input),
				quotas: {
					MaxReqsPerJob: maxRequests,
					// Nothing shows files that an earlier run uploaded without a request for them.
					MaxFilesPerJob: before === 'half' ? 1_000 : maxFiles,
					MaxSupportAssetsPerJob: maxAssets,
				},
				before,
				continueOnFail,
				keepsToIt,
			};
		},
	);

/** Entries, of which some texts were translated before, are in translation, or were changed. */
export interface Edition {
	languages: string[];
	/** The versions of each entry: the first ones were sent before. */
	versions: IDataObject[][];
	/** The nights after which the provider delivers. */
	delivers: boolean[];
	submit: boolean;
	output: string;
}

const entryTexts = fc.array(texts, { minLength: 0, maxLength: 4 });

export const editions: fc.Arbitrary<Edition> = fc.record({
	languages: fc.subarray(LANGUAGES.slice(0, 2), { minLength: 1 }),
	versions: fc
		.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
		.chain(([nights, entries]) =>
			fc.array(
				fc
					.array(entryTexts, { minLength: entries, maxLength: entries })
					.map((all) => all.map((one, id) => ({ ...article(...one), id: id + 1 }))),
				{ minLength: nights, maxLength: nights },
			),
		),
	delivers: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
	submit: fc.constantFrom(true, true, false),
	output: fc.constantFrom('job', 'requests'),
});
