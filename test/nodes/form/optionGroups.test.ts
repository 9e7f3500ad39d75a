import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { properties } from '../../../nodes/features/send/fields';
import { readCommonOptions } from '../../../nodes/form/commonOptions';
import { readIdleMs, readUploadOptions } from '../../../nodes/form/fileFields';
import { readWaitLimit } from '../../../nodes/form/jobFields';
import { readLanguageOptions } from '../../../nodes/form/languages';
import { openForm, readNumber } from '../../../nodes/form/parameters';
import { ProjectSettings } from '../../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../support/harness';
import { IN_GROUPS } from '../../support/oneNode';
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

describe('The options of a group', () => {
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

	it('are read by their names alone', () => {
		expect(read({ advanced: ADVANCED })).toMatchObject({
			common: { concurrency: 2, retry: { maxTries: 4, maxWaitMs: 11_000 } },
			upload: { chunkSize: 3 * 1024 * 1024, idleMs: 7_000 },
			waitMs: 17_000,
			takeOverSeconds: 13,
		});
	});

	it.each<[string, INodeParameters, string]>([
		['words', { maxWords: 1 }, "'Max Words' allows 1"],
		['cost', { maxCost: 1, rates: { rate: [{ perWord: 1 }] } }, "'Max Cost' allows 1.00"],
	])('limit %s', async (_what, wordsAndCost, message) => {
		const { error, changes } = await runOnWire(harness, sending({ options: { wordsAndCost } }), {
			input: textItems(2),
		});
		expect(error?.message).toContain(message);
		expect(changes).toEqual([]);
	});

	it('are offered once', () => {
		const all = description.properties.filter(({ name }) => name === 'options');
		expect(all.length).toBeGreaterThan(20);
		for (const { options } of all) {
			const fields = options as INodeProperties[];
			const offered = (inner: INodeProperties[]): string[] =>
				inner.flatMap((field) =>
					field.type === 'collection' ? offered(field.options as INodeProperties[]) : [field.name],
				);
			expect(new Set(offered(fields)).size).toBe(offered(fields).length);
		}
	});

	it('are those that the tests know', () => {
		const groups = new Map<string, Set<string>>();
		const nodes = [description, new ProjectSettings().description];
		for (const { name, options = [] } of nodes.flatMap(({ properties }) => properties))
			for (const group of name === 'options' ? (options as INodeProperties[]) : [])
				if (group.type === 'collection')
					for (const { name: option } of group.options as INodeProperties[])
						groups.set(group.name, (groups.get(group.name) ?? new Set()).add(option));
		const known = [...groups].map(([group, options]) => [group, [...options].sort()]);
		expect(Object.fromEntries(known)).toEqual(IN_GROUPS);
	});
});
