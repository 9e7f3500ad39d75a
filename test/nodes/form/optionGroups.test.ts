import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { properties } from '../../../nodes/features/send/fields';
import { readCommonOptions } from '../../../nodes/form/commonOptions';
import { readIdleMs, readUploadOptions } from '../../../nodes/form/fileFields';
import { readLanguageOptions } from '../../../nodes/form/languages';
import { openForm, readNumber } from '../../../nodes/form/parameters';
import { readWaitLimit } from '../../../nodes/form/wait';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../support/harness';
import { sending, textItems } from '../features/send/support';
import { runOnWire } from '../TranslationJobs/support';

const { description } = new TranslationJobs();

/** As n8n keeps the parameters of a node. */
const kept = (operation: string, options: INodeParameters) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		{ resource: 'job', operation, options },
		true,
		false,
		{ typeVersion: 1 },
		description,
	)!;

function read(options: INodeParameters) {
	const parameters = kept('send', options);
	const context = {
		getNode: () => ({ parameters }),
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			name.split('.').reduce<unknown>((value, key) => (value as never)?.[key], parameters) ??
			fallback,
	} as never;
	openForm(context, properties);
	return {
		common: readCommonOptions(context),
		upload: readUploadOptions(context, 0),
		idleMs: readIdleMs(context, 0),
		waitMs: readWaitLimit(context, 0),
		language: readLanguageOptions(context, 0),
		takeOverSeconds: readNumber(context, 'options.takeOverSeconds'),
	};
}

describe('An option means the same inside its group and outside', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	const ADVANCED = {
		allowUnlistedLanguages: true,
		chunkSizeMiB: 3,
		concurrency: 2,
		idleSeconds: 7,
		maxTries: 4,
		maxWaitSeconds: 11,
		takeOverSeconds: 13,
		waitSeconds: 17,
	};

	it('for all that is advanced', () => {
		const inside = read({ advanced: ADVANCED });
		expect(inside).toEqual(read(ADVANCED));
		expect(inside).toMatchObject({
			common: { concurrency: 2, retry: { maxTries: 4, maxWaitMs: 11_000 } },
			upload: { chunkSize: 3 * 1024 * 1024, idleMs: 7_000 },
			waitMs: 17_000,
			takeOverSeconds: 13,
		});
	});

	it('and if both are given, what the form shows counts', () => {
		const { common } = read({ maxTries: 9, concurrency: 9, advanced: { maxTries: 2 } });
		expect(common).toMatchObject({ concurrency: 9, retry: { maxTries: 2 } });
	});

	it.each<[string, INodeParameters, INodeParameters, string]>([
		['words', { maxWords: 1 }, { wordsAndCost: { maxWords: 1 } }, "'Max Words' allows 1"],
		[
			'cost',
			{ maxCost: 1, rates: { rate: [{ perWord: 1 }] } },
			{ wordsAndCost: { maxCost: 1, rates: { rate: [{ perWord: 1 }] } } },
			"'Max Cost' allows 1.00",
		],
	])('for %s', async (_what, outside, inside, message) => {
		for (const options of [outside, inside]) {
			const { error, changes } = await runOnWire(harness, sending({ options }), {
				input: textItems(2),
			});
			expect(error?.message).toContain(message);
			expect(changes).toEqual([]);
		}
	});

	it('and n8n offers each of them once', () => {
		const all = description.properties.filter(({ name }) => name === 'options');
		expect(all.length).toBeGreaterThan(20);
		for (const { options } of all) {
			const fields = options as INodeProperties[];
			const offered = (inner: INodeProperties[]): string[] =>
				inner
					.filter(({ type }) => type !== 'hidden')
					.flatMap((field) =>
						field.type === 'collection'
							? offered(field.options as INodeProperties[])
							: [field.name],
					);
			expect(new Set(offered(fields)).size).toBe(offered(fields).length);
		}
	});
});
