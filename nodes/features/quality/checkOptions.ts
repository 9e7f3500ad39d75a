import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CHECKS } from '../../../l10n/checks/checks';
import { type MaxLength, toMaxLengthOf } from '../../../l10n/checks/length';
import { inOrder, optionGroup, rowsOf, sortFields } from '../../form/commonOptions';
import { readGroup } from '../../form/parameters';

const DEFAULT_CHECKS = CHECKS.filter(({ isOptional }) => !isOptional).map(({ name }) => name);

const checkFields: INodeProperties[] = [
	{
		displayName: 'Checks',
		name: 'checks',
		type: 'multiOptions',
		options: CHECKS.map(({ title, name, description }) => ({
			name: title,
			value: name,
			description,
		})).sort((one, other) => inOrder(one.name, other.name)),
		default: [...DEFAULT_CHECKS],
		description:
			'What to compare in translated texts and their sources. The field "problems" lists what is wrong. Without any check, the node does not read the source.',
	},
	{
		displayName: 'Max Lengths',
		name: 'maxLengths',
		description: "How long translated texts may be. 'Checks' must include Length, if it is set.",
		...rowsOf('Length', 'length', [
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				default: '*',
				placeholder: 'e.g. seo.description, blocks[*].text',
				description: 'The key or the path of the text, or * for all texts without a row',
			},
			{
				displayName: 'Characters',
				name: 'characters',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 100,
				description: 'How many characters the translation may have, as people count them',
			},
		]),
	},
	{
		displayName: 'Terms to Keep',
		name: 'termsToKeep',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme Cloud, GitHub',
		description:
			"Names that nobody translates, separated by commas or line breaks, or an expression that returns a list. 'Checks' must include Terms, if it is set.",
	},
];

const checkFilesField: INodeProperties = {
	displayName: 'Check Files',
	name: 'checkFiles',
	type: 'boolean',
	default: false,
	description:
		'Whether to compare files, too: JSON, XLIFF, HTML, XML, properties and PO, up to 10 MB. The node then downloads each source as well, once for all its languages.',
};

export const checksField = optionGroup(
	'qualityChecks',
	'Quality Checks',
	'How to compare translations with their sources',
	sortFields([...checkFields, checkFilesField]),
);

export interface CheckOptions {
	checks: string[];
	/** The texts of files, too. */
	files: boolean;
	maxLengths: MaxLength[];
	termsToKeep: string[];
}

interface EnteredOptions {
	checks?: string[];
	maxLengths?: { length?: Array<{ path?: string; characters?: number }> };
	termsToKeep?: string[];
	checkFiles?: boolean;
}

/** Without chosen checks, entered lengths and terms are checked. */
export function readCheckOptions(context: IExecuteFunctions, itemIndex: number): CheckOptions {
	const entered = readGroup<EnteredOptions>(context, 'options', itemIndex);
	const maxLengths = (entered.maxLengths?.length ?? []).map(({ path = '*', characters }) => ({
		path: path.trim(),
		characters: characters ?? 0,
	}));
	// Tells what is wrong with them before anything is fetched.
	toMaxLengthOf(maxLengths);
	const { termsToKeep = [] } = entered;
	const byDefault = [
		...DEFAULT_CHECKS,
		...(maxLengths.length > 0 ? ['length'] : []),
		...(termsToKeep.length > 0 ? ['terms'] : []),
	];
	return {
		checks: entered.checks ?? byDefault,
		files: entered.checkFiles === true,
		maxLengths,
		termsToKeep,
	};
}
