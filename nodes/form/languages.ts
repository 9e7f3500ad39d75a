import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { hintOnce } from '../core/notices';
import {
	resolveLanguage,
	resolveLanguages,
	type ResolveOptions,
} from '../rules/languages/resolveLanguage';
import { rowsOf } from './commonOptions';
import { readGroup, readIfGiven, withoutUndefined } from './parameters';

export const sourceLanguage: INodeProperties = {
	displayName: 'Source Language Name or ID',
	name: 'sourceLanguage',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getLanguages' },
	default: '',
	description:
		'Language of the content. The node also understands codes of content systems, such as en_US. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const targetLanguage: INodeProperties = {
	displayName: 'Target Language Name or ID',
	name: 'targetLanguage',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getLanguages' },
	default: '',
	description:
		'Language to translate into. The node also understands codes of content systems, such as pt_BR. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const targetLanguages: INodeProperties = {
	displayName: 'Target Language Names or IDs',
	name: 'targetLanguages',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLanguages' },
	default: [],
	description:
		'Languages to translate into. The node also understands codes of content systems, such as pt_BR. An expression can return a list or comma-separated text. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const targetLanguagesFilter: INodeProperties = {
	...targetLanguages,
	description:
		'Only translations into these languages. The node also understands codes of content systems, such as pt_BR. An expression can return a list or comma-separated text. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const languageOptions: INodeProperties[] = [
	{
		displayName: 'Allow Unlisted Languages',
		name: 'allowUnlistedLanguages',
		type: 'boolean',
		default: false,
		description:
			'Whether to send language codes that are not in the list, for example after the service has added a language',
	},
	{
		displayName: 'Language Mapping',
		name: 'languageMapping',
		description:
			"Maps the language codes of your content system to accepted codes. The mapping takes precedence over automatic matching. Turn on 'Skip' for a language that you do not want translated.",
		...rowsOf('Language', 'language', [
			{
				displayName: 'Your Code',
				name: 'from',
				type: 'string',
				default: '',
				placeholder: 'e.g. de',
			},
			{
				displayName: 'Accepted Code',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. de-de',
				displayOptions: { hide: { skip: [true] } },
			},
			{
				displayName: 'Skip',
				name: 'skip',
				type: 'boolean',
				default: false,
				description: 'Whether to leave this language out, so that nothing is sent into it',
			},
		]),
	},
];

interface MappingRow {
	from?: string;
	to?: string;
	skip?: boolean;
}

interface EnteredOptions {
	allowUnlistedLanguages?: boolean;
	languageMapping?: { language?: MappingRow[] };
}

export function readLanguageOptions(context: IExecuteFunctions, itemIndex: number): ResolveOptions {
	const { allowUnlistedLanguages, languageMapping } = readGroup<EnteredOptions>(
		context,
		'options',
		itemIndex,
	);
	const rows = (languageMapping?.language ?? [])
		.map(({ from = '', to = '', skip }) => ({ from: from.trim(), to: to.trim(), skip }))
		.filter(({ from }) => from !== '');
	return {
		mapping: Object.fromEntries(rows.filter(({ skip }) => !skip).map(({ from, to }) => [from, to])),
		skipped: rows.filter(({ skip }) => skip).map(({ from }) => from),
		allowUnlisted: allowUnlistedLanguages === true,
	};
}

export const readSourceLanguage = (context: IExecuteFunctions, itemIndex: number): string =>
	resolveLanguage(readIfGiven<string>(context, 'sourceLanguage', itemIndex) ?? '', {
		...readLanguageOptions(context, itemIndex),
		field: 'Source Language',
	});

export const readTargetLanguage = (context: IExecuteFunctions, itemIndex: number): string =>
	resolveLanguage(readIfGiven<string>(context, 'targetLanguage', itemIndex) ?? '', {
		...readLanguageOptions(context, itemIndex),
		field: 'Target Language',
	});

export function readTargetLanguages(context: IExecuteFunctions, itemIndex: number): string[] {
	return resolveLanguages(
		readIfGiven(context, 'targetLanguages', itemIndex),
		readLanguageOptions(context, itemIndex),
		(codes) => {
			for (const code of codes)
				hintOnce(
					context,
					`skipped ${code}`,
					`Language Mapping skips ${code}: nothing is sent into it.`,
				);
		},
	);
}

/** Resolves the languages of a collection such as Additional Fields. */
export function resolveEntered(
	entered: IDataObject,
	options: ResolveOptions,
): { source?: string; target?: string; targets?: string[] } {
	const { sourceLanguage: source, targetLanguage: target, targetLanguages: targets } = entered;
	const resolve = (code: unknown, field: string) =>
		code === undefined ? undefined : resolveLanguage(code as string, { ...options, field });
	return withoutUndefined({
		source: resolve(source, 'Source Language'),
		target: resolve(target, 'Target Language'),
		targets: targets === undefined ? undefined : resolveLanguages(targets, options),
	});
}
