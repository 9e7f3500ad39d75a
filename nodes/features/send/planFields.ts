import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readGroup } from '../../form/parameters';
import { InvalidInput } from '../../rules/invalidInput';
import { parseAmount, type Rates } from './preview/cost';
import { costFields } from './preview/costFields';
import type { Promises } from './preview/keepPromises';

/** Preview has the fields of Send, but not those. */
export const onlySend = { displayOptions: { show: { '/operation': ['send'] } } };

export const planFields: INodeProperties[] = [
	...costFields,
	{
		displayName: 'Max Cost',
		name: 'maxCost',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		...onlySend,
		description:
			"The most that the job may cost by 'Rates'. Above it, the node sends nothing. A job that was sent or begun before is not refused.",
	},
	{
		displayName: 'Max Words',
		name: 'maxWords',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		...onlySend,
		description:
			'The most words that the job may have, all languages together. Above it, the node sends nothing. A job that was sent or begun before is not refused.',
	},
	{
		displayName: 'Only This Plan',
		name: 'planKey',
		type: 'string',
		default: '',
		placeholder: "e.g. {{ $('Preview what would be sent').first().json.planKey }}",
		...onlySend,
		description:
			'The "planKey" that Preview returned. If the content, the languages, the provider or a field of the job differs, the node sends nothing. Job name, description and due date do not count.',
	},
	{
		displayName: 'Send Counted Words',
		name: 'sendWordCount',
		type: 'boolean',
		default: false,
		...onlySend,
		description: "Whether to count the words of items without 'Word Count' and tell the provider",
	},
];

export function readPromises(context: IExecuteFunctions, rates: Rates | undefined): Promises {
	const options = readGroup(context, 'options', 0);
	// An expression may give nothing. Who has added the option, wants a limit.
	const isAdded = (name: string) => name in options;
	if (isAdded('maxCost') && !rates)
		throw new InvalidInput(
			"Max Cost needs 'Rates'",
			"Enter in 'Rates' what a word costs, or remove 'Max Cost'.",
			'Max Cost',
		);
	return {
		...(isAdded('planKey') ? { planKey: String(options.planKey ?? '').trim() } : {}),
		...(isAdded('maxWords') ? { maxWords: readMaxWords(options.maxWords) } : {}),
		...(isAdded('maxCost') ? { maxCost: parseAmount(options.maxCost, 'Max Cost') } : {}),
	};
}

function readMaxWords(entered: unknown): number {
	const text = String(entered ?? '').trim();
	if (/^\d{1,15}$/.test(text)) return Number(text);
	throw new InvalidInput(
		`Max Words: "${text}" is not a whole number`,
		'Enter a number such as 5000, or remove the option.',
		'Max Words',
	);
}
