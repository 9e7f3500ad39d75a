import { ACCEPTED_LANGUAGE_CODES } from '../../../../../nodes/rules/languages/codes';
import { useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('languages', () => {
	const harness = useHarness();

	const resolve = (language: string, options: object = {}) =>
		({ resource: 'language', operation: 'resolve', language, options }) as never;

	it('are listed exactly as specified, with names, without a call', async () => {
		const { json, calls } = await runOnWire(harness, { resource: 'language', operation: 'getAll' });
		expect(json.map(({ code }) => code)).toEqual(ACCEPTED_LANGUAGE_CODES);
		expect(json).toContainEqual({
			code: 'de-ch',
			englishName: 'German (Switzerland)',
			nativeName: 'Deutsch (Schweiz)',
			region: 'Switzerland',
		});
		expect(calls).toEqual([]);
	});

	it('are searched by code, name and region, up to a limit', async () => {
		const found = await harness.json({
			resource: 'language',
			operation: 'getAll',
			search: 'portug',
			returnAll: false,
			limit: 3,
		});
		expect(found.map(({ code }) => code)).toEqual(['pt-AO', 'pt-BR', 'pt-MZ']);
	});

	it('are each resolved to themselves', async () => {
		const input = ACCEPTED_LANGUAGE_CODES.map((code) => ({ json: { code } }));
		const resolved = await harness.json(resolve('={{ $json.code }}'), { input });
		expect(resolved.map(({ code }) => code)).toEqual(ACCEPTED_LANGUAGE_CODES);
	});

	it.each([
		['en_US', 'en-us'],
		['EN-us', 'en-us'],
		['nb', 'nb-NO'],
		['iw', 'he-IL'],
		['zh-Hans', 'zh-cn'],
		['es-419', 'es-XL'],
	])('%s resolves to %s', async (input, code) => {
		expect(await harness.json(resolve(input))).toEqual([
			expect.objectContaining({ input, code, listed: true }),
		]);
	});

	it.each([
		['de', 'de-at, de-BE, de-ch, de-de, de-li, de-lu'],
		['pt', 'pt-AO, pt-BR, pt-MZ, pt-PT'],
	])('%s is an error that lists all candidates', async (input, candidates) => {
		const { error } = await runOnWire(harness, resolve(input));
		expect(error?.message).toContain(candidates);
	});

	it('resolve several at once, one item each', async () => {
		expect(
			(await harness.json(resolve('en_US, fr_CA'))).map(({ input, code }) => [input, code]),
		).toEqual([
			['en_US', 'en-us'],
			['fr_CA', 'fr-ca'],
		]);
	});

	it('follow the own mapping first, and pass unlisted codes on when allowed', async () => {
		const options = {
			allowUnlistedLanguages: true,
			languageMapping: { language: [{ from: 'de', to: 'de-at' }] },
		};
		expect(
			(await harness.json(resolve('de, tlh-XX', options))).map(({ code, listed }) => [
				code,
				listed,
			]),
		).toEqual([
			['de-at', true],
			['tlh-XX', false],
		]);
	});

	it('refuse an empty language', async () => {
		const { error } = await runOnWire(harness, resolve('={{ "" }}'));
		expect(error?.message).toContain('Language is empty');
	});
});
