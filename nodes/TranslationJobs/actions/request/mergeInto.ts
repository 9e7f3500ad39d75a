import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readChoice } from '../../../shared/fields/parameters';
import { type Merged, mergeTexts } from '../../../shared/rules/entries/mergeTexts';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { parseJson } from '../../../shared/rules/jsonInput';
import type { KeyValue } from '../../../shared/service/resources';
import { counted, warnOnce } from '../commonFields/hints';

const FIELD = 'Merge Into';
const MISFITS_SHOWN = 5;

export const mergeIntoField: INodeProperties = {
	displayName: FIELD,
	name: 'mergeInto',
	type: 'json',
	default: '',
	placeholder: "e.g. {{ $('Get Entry').item.json }}",
	description:
		'The entry whose texts were sent with \'Fields of the Item\', as Send for Translation received it. The node returns it complete in the field "entry", with every translated text in its place. Leave empty to get only the texts.',
};

export const misfitOption: INodeProperties = {
	displayName: 'If a Text Does Not Fit',
	name: 'misfit',
	type: 'options',
	options: [
		{
			name: 'Stop With an Error',
			value: 'error',
			description: 'Merge nothing, and name the place',
		},
		{
			name: 'Leave It Out and Warn',
			value: 'leaveOut',
			description: 'Merge the other texts, and list this one in the field "leftOut"',
		},
	],
	default: 'error',
	description:
		"What to do with 'Merge Into' if a text has changed or moved in the entry since it was sent, or has no translation",
};

/** Undefined if nothing is to be merged. */
export function readEntry(context: IExecuteFunctions, itemIndex: number): IDataObject | undefined {
	const entered = String(context.getNode().parameters.mergeInto ?? '');
	if (/^=?\s*$/.test(entered)) return undefined;
	const entry = context.getNodeParameter('mergeInto', itemIndex, '') ?? '';
	// To merge nothing then would lose the translation.
	if (entry === '')
		throw new InvalidInput(
			`${FIELD} gives no entry for this item`,
			'Check the expression, and that the node before found the entry.',
			FIELD,
		);
	return parseJson(entry, FIELD, 'object') as IDataObject;
}

export function mergeInto(
	context: IExecuteFunctions,
	itemIndex: number,
	entry: IDataObject,
	source: readonly KeyValue[],
	translated: readonly KeyValue[],
): Partial<Pick<Merged<IDataObject>, 'entry' | 'leftOut'>> {
	const { leftOut, count, ...merged } = mergeTexts(entry, source, translated);
	// If no text fits, it is another entry.
	const mayLeaveOut =
		count > 0 && readChoice(context, 'options.misfit', itemIndex, 'error') === 'leaveOut';
	if (mayLeaveOut && leftOut.length > 0)
		warnOnce(
			context,
			'left out',
			'Some texts do not fit into their entry and were left out: see the field "leftOut".',
		);
	if (mayLeaveOut) return { ...merged, leftOut };
	if (leftOut.length > 0) throw misfit(leftOut);
	return merged;
}

function misfit(leftOut: Merged<unknown>['leftOut']): InvalidInput {
	const places = leftOut
		.slice(0, MISFITS_SHOWN)
		.map(({ key, reason }) => `"${key}" (${reason})`)
		.join(', ');
	const more = leftOut.length - MISFITS_SHOWN;
	return new InvalidInput(
		`${counted(leftOut.length, 'text')} of the translation cannot be put into the entry: ${places}${more > 0 ? ` and ${more} more` : ''}`,
		`Nothing was merged. Use the entry as it was when it was sent, or send the changed entry again. To merge the other texts, set the option 'If a Text Does Not Fit' to "Leave It Out and Warn".`,
		FIELD,
	);
}
