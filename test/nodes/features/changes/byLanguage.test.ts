import {
	languagesOf,
	readEntriesByLanguage,
} from '../../../../nodes/features/changes/knownTranslations';
import type { ResolveOptions } from '../../../../nodes/rules/languages/resolveLanguage';

const german = { title: 'Frühling' };
const other = { title: 'Printemps' };
const GERMAN = ['de-de'];
const BOTH = ['de-de', 'fr-fr'];
const SKIPS: ResolveOptions = { skipped: ['fr-fr', 'Suomi', 'es_ES'] };

const read = (given: unknown, wanted: string[], options: ResolveOptions = {}) =>
	Object.fromEntries(readEntriesByLanguage(given, languagesOf(wanted, options)));

describe('Translated Entries', () => {
	it.each<[string, unknown, string[], ResolveOptions?]>([
		['that could mean several', { de: german, fr: other, zh: other }, GERMAN],
		['that is text', { de: JSON.stringify(german), pt: JSON.stringify(other) }, GERMAN],
		['without an entry yet', { de: german, fr: null, es: ' ' }, GERMAN],
		['that is skipped', { 'de-de': german, 'fr-fr': other }, GERMAN, SKIPS],
		['that is skipped, in another spelling', { de: german, fr_FR: other, es: {} }, GERMAN, SKIPS],
		['that only the mapping knows, to skip it', { de: german, suomi: other }, GERMAN, SKIPS],
		['that is mapped to several', { de: german, x: other }, GERMAN, { mapping: { x: 'fr' } }],
		[
			'that is skipped, in rows',
			['de-de', 'fr-fr', 'suomi', 'es'].map((targetLanguage) => ({
				targetLanguage,
				translatedEntry: targetLanguage === 'de-de' ? german : other,
			})),
			GERMAN,
			SKIPS,
		],
		['beside the id of the row', { id: 7, de: german, it: other }, GERMAN],
	])('leave a language out %s', (_which, given, wanted, options = {}) => {
		expect(read(given, wanted, options)).toEqual({ 'de-de': german });
	});

	it('leave a language out, if several are wanted', () => {
		const given = { de: german, fr: other, es: { title: 'Primavera' } };
		expect(read(given, BOTH)).toEqual({ 'de-de': german, 'fr-fr': other });
	});

	it('are none, if all are in other languages', () => {
		expect(read({ fr: other, es: other }, GERMAN)).toEqual({});
	});

	it.each([
		['deu', 'de-de'],
		['por', 'pt-BR'],
		['zh-Hant', 'zh-tw'],
	])('are known by %s, if only %s can be meant', (name, language) => {
		expect(read({ [name]: german, fr: other }, [language])).toEqual({ [language]: german });
	});

	it('of a language that is skipped now are still read for what it was sent', () => {
		expect(read({ de: german, fr_FR: other }, ['fr-fr'], SKIPS)).toEqual({ 'fr-fr': other });
	});

	it.each<[string, unknown]>([
		['an object', { fr: other, 'de-de': german }],
		['rows', [{ targetLanguage: 'fr', translatedEntry: other }]],
	])('that could be in one of two wanted languages are refused: %s', (_name, given) => {
		expect(() => read(given, ['de-de', 'fr-fr', 'fr-ca'])).toThrow(
			'Translated Entries does not say which language the entry is in',
		);
	});

	it('that are cut off are told', () => {
		expect(() => read({ de: '{"title": ', fr: other }, GERMAN)).toThrow('is not valid JSON');
	});

	it.each<[string, Record<string, unknown>]>([
		['texts', { it: 'Das', is: 'ist', to: 'zu' }],
		['an id and a text', { id: 7, to: 'Nach Hause' }],
		['an id and a text that could mean several languages', { id: 7, it: 'Das hier' }],
		['an id and a group', { id: 7, it: { text: 'Das hier' } }],
		['an id, a list and nothing', { id: 7, it: ['Das'], no: null }],
		['names that are none, too', { id: {}, it: {}, title: 'Frühling' }],
	])('with %s are one entry, though its fields are called like languages', (_what, entry) => {
		expect(read(entry, GERMAN)).toEqual({ 'de-de': entry });
		expect(read(JSON.stringify(entry), GERMAN, SKIPS)).toEqual({ 'de-de': entry });
	});
});
