import { InvalidInput } from '../../../l10n/invalidInput';
import {
	type LanguageParts,
	languageParts,
	normaliseCode,
	standardTag,
} from '../../../l10n/languageTags';
import { ACCEPTED_LANGUAGE_CODES } from './codes';

export interface ResolveOptions {
	/** The user's table from a content system's code to an accepted one. It wins. */
	mapping?: Readonly<Record<string, string>>;
	/** The codes that the table says to skip, as the content system or the service spells them. */
	skipped?: readonly string[];
	/** Sends a code that matches no accepted one. */
	allowUnlisted?: boolean;
	/** The name of the parameter in messages. */
	field?: string;
}

const DEFAULT_FIELD = 'Language';

interface AcceptedCode extends LanguageParts {
	code: string;
	/** `language` in one spelling. */
	canonical: string;
}

// Made when they are first needed, as they would delay every start of n8n.
let accepted: readonly AcceptedCode[] | undefined;
let spellings: ReadonlyMap<string, string> | undefined;

const acceptedCodes = (): readonly AcceptedCode[] =>
	(accepted ??= ACCEPTED_LANGUAGE_CODES.map((code) => {
		const parts = languageParts(standardTag(code));
		return { code, ...parts, canonical: canonicalLanguage(parts.language) };
	}));

const codeSpelled = (text: string): string | undefined =>
	(spellings ??= new Map([
		...Object.entries(CODE_ALIASES),
		...ACCEPTED_LANGUAGE_CODES.map((code): [string, string] => [
			normaliseCode(standardTag(code)),
			code,
		]),
		...ACCEPTED_LANGUAGE_CODES.map((code): [string, string] => [normaliseCode(code), code]),
	])).get(normaliseCode(text));

/** Maps `de`, `deu` and `ger` to one code, and `iw` to `he`. */
function canonicalLanguage(language: string): string {
	const own = LANGUAGE_ALIASES[language];
	if (own !== undefined || !/^[a-z]{2,3}$/.test(language)) return own ?? language;
	const [renamed = ''] = Intl.getCanonicalLocales(language);
	// Some become the variety of another language.
	return renamed.length === 2 ? renamed : language;
}

/** True if a code without a script uses this one: `pa-PK` is Arabic, `pa-IN` Gurmukhi. */
function impliesScript(code: LanguageParts, script: string): boolean {
	if (code.script !== undefined) return false;
	try {
		const { language, region } = code;
		const likely = new Intl.Locale(language, region === undefined ? {} : { region }).maximize();
		return likely.script?.toLowerCase() === script;
	} catch {
		return false;
	}
}

/** Every accepted code that matches all given parts; a missing part matches anything. */
function candidatesFor(wanted: LanguageParts): string[] {
	const language = canonicalLanguage(wanted.language);
	const matching = acceptedCodes().filter(
		(accepted) =>
			accepted.canonical === language &&
			(wanted.region === undefined || wanted.region === accepted.region) &&
			wanted.rest.every((part) => accepted.rest.includes(part)),
	);
	const { script } = wanted;
	const withScript = matching.filter((accepted) => accepted.script === script);
	const inScript =
		script === undefined
			? matching
			: withScript.length > 0
				? withScript
				: matching.filter((accepted) => impliesScript(accepted, script));
	return inScript.map(({ code }) => code);
}

function unknownLanguage(code: string, field: string): InvalidInput {
	return new InvalidInput(
		`${field}: "${code}" is not an accepted language code`,
		`The operation Get Many of the resource Language lists all accepted codes. Add "${code}" to 'Language Mapping' in the options if your content system uses it, or switch on 'Allow Unlisted Languages' if the service has added it.`,
	);
}

function severalLanguages(code: string, candidates: string[], field: string): InvalidInput {
	return new InvalidInput(
		`${field}: "${code}" can mean several accepted languages: ${candidates.join(', ')}`,
		`Use one of these codes, or map "${code}" to one of them in 'Language Mapping' in the options.`,
	);
}

function mappedCode(code: string, mapping: ResolveOptions['mapping']): string | undefined {
	if (mapping === undefined) return undefined;
	if (Object.hasOwn(mapping, code)) return mapping[code];
	const normalised = normaliseCode(code);
	return Object.entries(mapping).find(([from]) => normaliseCode(from) === normalised)?.[1];
}

export const isSkipped = (code: string, { skipped = [] }: ResolveOptions): boolean =>
	skipped.some((each) => normaliseCode(each) === normaliseCode(code));

/** Nothing is left of what was entered. */
export class AllSkipped extends InvalidInput {
	override readonly name = 'AllSkipped';

	constructor(
		readonly field: string,
		reason: string,
		advice: string,
	) {
		super(`${field}: ${reason}`, advice);
	}
}

const skippedByMapping = (field: string, codes: readonly string[]): AllSkipped =>
	new AllSkipped(
		field,
		`Language Mapping skips ${codes.join(', ')}`,
		"Enter another language, or remove the row from 'Language Mapping' in the options.",
	);

function isWellFormed(code: string): boolean {
	return /^[\p{L}\p{N}()_-]{1,64}$/u.test(code);
}

/**
 * Finds the accepted code for a code of a content system: by the user's mapping, then by spelling
 * regardless of case or `_`, then by alias, then as the only match. It never guesses a region:
 * several candidates are an error that lists them.
 */
export function resolveLanguage(input: string, options: ResolveOptions = {}): string {
	const field = options.field ?? DEFAULT_FIELD;
	const given = typeof input === 'string' ? input.trim() : '';
	if (isSkipped(given, options)) throw skippedByMapping(field, [given]);
	const [code = '', ...others] = possibleCodes(given, options);
	if (others.length > 0) throw severalLanguages(given, [code, ...others], field);
	if (isSkipped(code, options)) throw skippedByMapping(field, [given]);
	return code;
}

/** All that a code may mean, also if it is skipped: at least one. */
export function possibleCodes(given: string, options: ResolveOptions): string[] {
	const { field = DEFAULT_FIELD } = options;
	if (given === '') {
		throw new InvalidInput(`${field} is empty`, 'Enter a language code, for example de-de.');
	}

	const mapped = mappedCode(given, options.mapping);
	const code = mapped === undefined ? given : String(mapped).trim();
	if (code === '') {
		throw new InvalidInput(
			`${field}: Language Mapping has no code for "${given}"`,
			'Enter an accepted code beside it, or remove the row.',
		);
	}

	const known = codeSpelled(code);
	if (known !== undefined) return [known];

	// A mapping to an unlisted code is as explicit as it gets: `de` → `de` sends plain `de`.
	const isExplicit = mapped !== undefined && options.allowUnlisted === true && isWellFormed(code);
	if (isExplicit) return [code];

	const candidates = candidatesFor(languageParts(code));
	if (candidates.length > 0) return candidates;

	if (options.allowUnlisted === true && isWellFormed(code)) return [code];
	throw unknownLanguage(code, field);
}

/** Resolves target languages and drops duplicates, and those that are skipped. */
export function resolveLanguages(
	inputs: unknown,
	options: ResolveOptions = {},
	onSkipped: (codes: string[]) => void = () => {},
): string[] {
	const field = options.field ?? 'Target Languages';
	const list = typeof inputs === 'string' ? inputs.split(',') : inputs;
	if (!Array.isArray(list) || list.length === 0 || list.join('').trim() === '') {
		throw new InvalidInput(
			`${field} is empty: at least one language is needed`,
			'The service rejects content without a target language. Enter one or more language codes.',
		);
	}
	const codes = new Set<string>();
	const skipped = new Set<string>();
	for (const input of list as unknown[]) {
		const given = typeof input === 'string' ? input : '';
		try {
			codes.add(resolveLanguage(given, { ...options, field }));
		} catch (error) {
			if (!(error instanceof AllSkipped)) throw error as Error;
			skipped.add(given.trim());
		}
	}
	if (skipped.size > 0) onSkipped([...skipped]);
	if (codes.size === 0) throw skippedByMapping(field, [...skipped]);
	return [...codes];
}

function languageKey(code: string): string {
	return normaliseCode(codeSpelled(code) ?? code);
}

function readCodes(value: unknown): Set<string> | undefined {
	if (!Array.isArray(value)) return undefined;
	const codes = value.filter(
		(code): code is string => typeof code === 'string' && code.trim() !== '',
	);
	return codes.length === 0 ? undefined : new Set(codes.map(languageKey));
}

/**
 * Throws if the provider does not support a language, and names it. Capabilities without sources
 * or targets restrict nothing.
 */
export function checkProviderLanguages(
	source: string | undefined,
	targets: readonly string[],
	supportedLanguages: unknown,
): void {
	if (!Array.isArray(supportedLanguages)) return;
	const entries = supportedLanguages
		.filter(
			(entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
		)
		.map((entry) => ({ sources: readCodes(entry.sources), targets: readCodes(entry.targets) }))
		.filter((entry) => entry.sources !== undefined || entry.targets !== undefined);
	if (entries.length === 0) return;

	const fromSource = entries.filter(
		(entry) => source === undefined || (entry.sources?.has(languageKey(source)) ?? true),
	);
	if (fromSource.length === 0) {
		throw new InvalidInput(
			`The provider does not translate from ${source}`,
			'Choose another provider or another source language. The operation Get of the resource Provider shows what this one supports.',
		);
	}

	const refused = targets.filter(
		(target) => !fromSource.some((entry) => entry.targets?.has(languageKey(target)) ?? true),
	);
	if (refused.length > 0) {
		const from = source === undefined ? '' : ` from ${source}`;
		throw new InvalidInput(
			`The provider does not translate${from} to ${refused.join(', ')}`,
			'Remove these target languages or choose another provider. The operation Get of the resource Provider shows what this one supports.',
		);
	}
}

/**
 * Spellings that content systems use for an accepted code. An alias never guesses a region: any
 * region follows from the alias itself.
 */
const CODE_ALIASES: Readonly<Record<string, string>> = {
	// Chinese by script: what Drupal, Windows and Android call the mainland and the Taiwan variety.
	'zh-hans': 'zh-cn',
	'zh-hant': 'zh-tw',
	// The names .NET used for the same two.
	'zh-chs': 'zh-cn',
	'zh-cht': 'zh-tw',
	// UN region 419 is Latin America, XL in the accepted list; Facebook and others write LA.
	'es-419': 'es-XL',
	'es-la': 'es-XL',
	// UK is reserved for the United Kingdom and widely written instead of GB.
	'en-uk': 'en-gb',
	// Valencian without its country.
	'ca-valencia': 'ca-ES-V',
	// Moldavian, a withdrawn code for Romanian as spoken in Moldova.
	mo: 'ro-MD',
	'mo-md': 'ro-MD',
	// Dari, the Persian of Afghanistan.
	prs: 'fa-AF',
	'prs-af': 'fa-AF',
};

/**
 * Where the accepted list differs from what the runtime takes for one language. The region must
 * still match, or be the only one. Serbo-Croatian (`sh`) may mean Bosnian, Croatian or Serbian, so
 * it is not here.
 */
const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
	// "Norwegian" without further qualification is Bokmål; Nynorsk is always named (`nn`).
	no: 'nb',
	nor: 'nb',
	// Twi and Fanti are listed beside Akan, Tagalog beside Filipino.
	tw: 'tw',
	twi: 'tw',
	fat: 'fat',
	tgl: 'tl',
	bih: 'bh',
	// Jambi Malay. Old lists have it for Javanese.
	jaw: 'jaw',
	// The runtime takes these for a larger language, which others do not mean by them.
	als: 'als',
	prp: 'prp',
	drh: 'drh',
	cls: 'cls',
	adp: 'adp',
};
