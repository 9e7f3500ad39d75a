import { createHash } from 'node:crypto';

import { InvalidInput } from '../../../../l10n/invalidInput';
import {
	ACCEPTED_LANGUAGE_CODES,
	acceptedLanguages,
} from '../../../../nodes/rules/languages/codes';
import {
	checkProviderLanguages,
	resolveLanguage,
	resolveLanguages,
} from '../../../../nodes/rules/languages/resolveLanguage';
import { refusal } from '../../../support/refusal';

describe('accepted languages', () => {
	it('has every code of the specification once', () => {
		expect(ACCEPTED_LANGUAGE_CODES).toHaveLength(356);
		expect(new Set(ACCEPTED_LANGUAGE_CODES.map((code) => code.toLowerCase())).size).toBe(356);
		// Of the specification's own list.
		const list = [...ACCEPTED_LANGUAGE_CODES].sort().join(',');
		expect(createHash('sha256').update(list).digest('hex')).toBe(
			'b9cf6888b2e73f1767b5a5acccc8caecbe482f5b9702b4ec2d02550db0178372',
		);
	});

	it.each([
		'zh(-Hans)-MY',
		'und-und',
		'ADH',
		'TEO',
		'AR-LB',
		'ca-ES-V',
		'wuu-CN-CN',
		'gil-kir',
		'ksw-mymr',
		'en-cpe',
	])('spells %s as the specification does', (code) => {
		expect(ACCEPTED_LANGUAGE_CODES).toContain(code);
	});

	it('names each of them', () => {
		for (const { code, englishName, nativeName, region } of acceptedLanguages()) {
			expect({ code, englishName }).toEqual({
				code,
				englishName: expect.stringMatching(/^\p{Lu}[\p{L}’]/u),
			});
			expect(nativeName).not.toBe('');
			expect(region).not.toMatch(/undefined/);
		}
	});

	it.each([
		['de-at', 'German (Austria)', 'Deutsch (Österreich)', 'Austria'],
		['zh(-Hans)-MY', 'Chinese (Simplified, Malaysia)', '中文（简体，马来西亚）', 'Malaysia'],
		['es-XL', 'Spanish (Latin America)', 'español (Latinoamérica)', 'Latin America'],
		['fr-011', 'French (Western Africa)', 'français (Afrique occidentale)', 'Western Africa'],
		['gil-kir', 'Gilbertese (Kiribati)', 'Gilbertese (Kiribati)', 'Kiribati'],
		['wuu-CN-CN', 'Wu Chinese (China)', 'Wu Chinese (China)', 'China'],
		['ca-ES-V', 'Catalan (Spain, Valencian)', 'català (Espanya, valencià)', 'Spain'],
		['ADH', 'Adhola', 'Adhola', ''],
		['TEO', 'Teso', 'Kiteso', ''],
		['und-und', 'Undetermined', 'Undetermined', ''],
		['ar-XN', 'Arabic (XN)', 'العربية (XN)', 'XN'],
		['en-cpe', 'English-based creoles and pidgins', 'English-based creoles and pidgins', ''],
		['sr-Latn-RS', 'Serbian (Latin, Serbia)', 'srpski (latinica, Srbija)', 'Serbia'],
		[
			'ike-CA-QC',
			'Eastern Canadian Inuktitut (Canada, Quebec)',
			'Eastern Canadian Inuktitut (Canada, Quebec)',
			'Canada',
		],
	])('names %s', (code, englishName, nativeName, region) => {
		expect(acceptedLanguages().find((language) => language.code === code)).toEqual({
			code,
			englishName,
			nativeName,
			region,
		});
	});

	it('hands out copies', () => {
		const [first] = acceptedLanguages();
		if (first !== undefined) first.code = 'changed';
		expect(acceptedLanguages()[0]?.code).toBe('aa-ET');
	});
});

describe('resolveLanguage', () => {
	it.each(ACCEPTED_LANGUAGE_CODES)('resolves %s to itself, in any case and with _', (code) => {
		expect(resolveLanguage(code)).toBe(code);
		expect(resolveLanguage(code.toUpperCase())).toBe(code);
		expect(resolveLanguage(` ${code.toLowerCase().replace(/-/g, '_')} `)).toBe(code);
	});

	it.each([
		['en_US', 'en-us'],
		['EN-us', 'en-us'],
		['nb', 'nb-NO'],
		['no', 'nb-NO'],
		['no-NO', 'nb-NO'],
		['nn', 'nn-NO'],
		['iw', 'he-IL'],
		['iw_IL', 'he-IL'],
		['in', 'id-ID'],
		['ji', 'yi-IL'],
		['jw', 'jv-ID'],
		['zh-Hans', 'zh-cn'],
		['zh-Hant', 'zh-tw'],
		['zh-CHS', 'zh-cn'],
		['zh-CHT', 'zh-tw'],
		['zh-Hans-CN', 'zh-cn'],
		['zh_Hant_TW', 'zh-tw'],
		['zh-Hant-HK', 'zh-hk'],
		['zh-Hans-SG', 'zh-SG'],
		['zh-Hans-MY', 'zh(-Hans)-MY'],
		['zh-MY', 'zh(-Hans)-MY'],
		['cmn-TW', 'zh-tw'],
		['es-419', 'es-XL'],
		['es_LA', 'es-XL'],
		['en-UK', 'en-gb'],
		['ca-valencia', 'ca-ES-V'],
		['ca-ES-valencia', 'ca-ES-V'],
		['mo', 'ro-MD'],
		['prs', 'fa-AF'],
		['tl', 'tl-PH'],
		['fil', 'fil-PH'],
		['sr-Cyrl', 'sr-Cyrl-RS'],
		['az-Latn', 'az-Latn-AZ'],
		['pa-Arab', 'pa-PK'],
		['pa-Guru-IN', 'pa-IN'],
		['ku-Arab', 'ku-IQ'],
		['deu-DE', 'de-de'],
		['ger-AT', 'de-at'],
		['jpn', 'ja-jp'],
		['ki', 'kik-KE'],
		['gil', 'gil-kir'],
		['gil-KI', 'gil-kir'],
		['wuu', 'wuu-CN-CN'],
		['und', 'und-und'],
		['eo', 'eo-XN'],
	])('resolves %s to %s', (input, expected) => {
		expect(resolveLanguage(input)).toBe(expected);
	});

	it.each([
		['de', ['de-at', 'de-BE', 'de-ch', 'de-de', 'de-li', 'de-lu']],
		['pt', ['pt-AO', 'pt-BR', 'pt-MZ', 'pt-PT']],
		['deu', ['de-at', 'de-BE', 'de-ch', 'de-de', 'de-li', 'de-lu']],
		['sr', ['sr-Cyrl-RS', 'sr-Latn-ME', 'sr-Latn-RS', 'srp-ME']],
		['sr-Latn', ['sr-Latn-ME', 'sr-Latn-RS']],
		['sr-RS', ['sr-Cyrl-RS', 'sr-Latn-RS']],
		['zh', ['zh(-Hans)-MY', 'zh-cn', 'zh-hk', 'zh-mo', 'zh-SG', 'zh-tw', 'zh-xy']],
		['az', ['az-AZ', 'az-Latn-AZ']],
		['iu', ['ike-CA-NU', 'ike-CA-QC']],
		['ca', ['ca-ES', 'ca-ES-V']],
	])('refuses to choose for %s and lists all candidates', (input, candidates) => {
		const error = refusal(() => resolveLanguage(input, { field: 'Source Language' }));
		expect(error.message).toBe(
			`Source Language: "${input}" can mean several accepted languages: ${candidates.join(', ')}`,
		);
	});

	it.each([
		'xx',
		'de-US',
		'zh-Hans-HK',
		'az-Cyrl-AZ',
		'nb-SJ',
		'sh',
		'en-us-posix',
		'German',
		'日本語',
		'de de',
		'als',
	])('refuses %s as unknown', (input) => {
		expect(refusal(() => resolveLanguage(input)).message).toBe(
			`Language: "${input}" is not an accepted language code`,
		);
	});

	it.each(['', '  ', null, undefined, 7])('refuses %p as empty', (input) => {
		expect(refusal(() => resolveLanguage(input as string)).message).toBe('Language is empty');
	});

	describe('with a mapping', () => {
		it('asks the mapping before anything else', () => {
			expect(resolveLanguage('en-us', { mapping: { 'en-us': 'en-gb' } })).toBe('en-gb');
		});

		it('finds an entry without regard to case or _', () => {
			expect(resolveLanguage('DE_neu', { mapping: { 'de-NEU': 'de-de' } })).toBe('de-de');
		});

		it('prefers the entry that is spelled the same', () => {
			const mapping = { DE: 'de-at', de: 'de-ch' };
			expect(resolveLanguage('de', { mapping })).toBe('de-ch');
		});

		it('sends the accepted spelling of what it maps to', () => {
			expect(resolveLanguage('deutsch', { mapping: { deutsch: 'DE_DE' } })).toBe('de-de');
		});

		it('refuses a mapping to an unknown code', () => {
			expect(() => resolveLanguage('a', { mapping: { a: 'b-c' } })).toThrow(InvalidInput);
		});

		it('refuses a mapping to nothing', () => {
			expect(refusal(() => resolveLanguage('a', { mapping: { a: ' ' } })).message).toBe(
				'Language: Language Mapping has no code for "a"',
			);
		});

		it('is not confused by names every object has', () => {
			expect(() => resolveLanguage('constructor', { mapping: {} })).toThrow(InvalidInput);
		});
	});

	describe('with unlisted languages allowed', () => {
		it('passes an unknown code on as it is', () => {
			expect(resolveLanguage(' xx-YY ', { allowUnlisted: true })).toBe('xx-YY');
		});

		it('still sends accepted codes in their own spelling', () => {
			expect(resolveLanguage('EN_us', { allowUnlisted: true })).toBe('en-us');
		});

		it('still refuses to choose', () => {
			expect(() => resolveLanguage('de', { allowUnlisted: true })).toThrow(/several/);
		});

		it('sends an ambiguous code that the mapping insists on', () => {
			expect(resolveLanguage('de', { allowUnlisted: true, mapping: { de: 'de' } })).toBe('de');
		});

		it('refuses what cannot be a code', () => {
			expect(() => resolveLanguage('x/../y', { allowUnlisted: true })).toThrow(InvalidInput);
		});
	});
});

describe('resolveLanguages', () => {
	it('resolves each and keeps one of each', () => {
		expect(resolveLanguages(['de-DE', ' fr_FR', 'de_de'])).toEqual(['de-de', 'fr-fr']);
	});

	it('reads a list written as text', () => {
		expect(resolveLanguages('de-DE, fr-FR')).toEqual(['de-de', 'fr-fr']);
	});

	it.each([[null], [undefined], [[]], [''], [['']], [[null]], [{}]])('refuses %p', (inputs) => {
		expect(refusal(() => resolveLanguages(inputs)).message).toBe(
			'Target Languages is empty: at least one language is needed',
		);
	});

	it('refuses a gap in the list', () => {
		expect(() => resolveLanguages(['de-de', ''])).toThrow('Target Languages is empty');
	});
});

describe('checkProviderLanguages', () => {
	const capabilities = [
		{ sources: ['EN-US'], targets: ['de-DE', 'fr-FR', 'es-419'] },
		{ sources: ['de-de'], targets: ['en-us'] },
	];

	it('accepts what is listed, in any spelling', () => {
		expect(() => checkProviderLanguages('en-us', ['de-de', 'es-XL'], capabilities)).not.toThrow();
	});

	it('refuses the targets that are not listed, by name', () => {
		expect(() =>
			checkProviderLanguages('en-us', ['de-de', 'ja-jp', 'ko-kr'], capabilities),
		).toThrow('The provider does not translate from en-us to ja-jp, ko-kr');
	});

	it('refuses a target that is listed for another source only', () => {
		expect(() => checkProviderLanguages('de-de', ['fr-fr'], capabilities)).toThrow(
			'from de-de to fr-fr',
		);
	});

	it('refuses a source that is not listed', () => {
		expect(() => checkProviderLanguages('fr-fr', ['de-de'], capabilities)).toThrow(
			'The provider does not translate from fr-fr',
		);
	});

	it('checks targets alone without a source', () => {
		expect(() => checkProviderLanguages(undefined, ['ja-jp'], capabilities)).toThrow(
			'translate to ja-jp',
		);
	});

	it.each([
		[undefined],
		[null],
		[[]],
		['de-de'],
		[[null, 'x', {}]],
		[[{ sources: [], targets: null }]],
		[[{ sources: ['en-us'] }]],
		[[{ targets: ['ja-jp'] }]],
	])('lets %j pass, which restricts nothing that is asked for', (supported) => {
		expect(() => checkProviderLanguages('en-us', ['ja-jp'], supported)).not.toThrow();
	});
});
