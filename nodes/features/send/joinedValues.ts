import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../rules/json';

type IsJoined = (name: string, value: unknown) => boolean;

/** Identifiers, and names in quotation marks. */
const NAMES = /[\p{L}\p{N}_$]+|"([^"]*)"|'([^']*)'/gu;

/** What the workflow has joined to the entry: a field that is named in the expression. */
export function joinedValues(context: IExecuteFunctions, given: IDataObject): IsJoined {
	const entered = context.getNode().parameters.itemFields as IDataObject;
	const joined = [given.knownTranslations, given.translatedEntries].map((value) =>
		JSON.stringify(value),
	);
	const names = [entered.knownTranslations, entered.translatedEntries].map(
		(expression) =>
			new Set(
				[...String(expression ?? '').matchAll(NAMES)].map(
					([name, double, single]) => double ?? single ?? name,
				),
			),
	);
	return (name, value) =>
		names.some((named, index) => named.has(name) && JSON.stringify(value) === joined[index]);
}

/** The entry as it was before. */
export function withoutJoined(item: IDataObject, isJoined: IsJoined): IDataObject {
	return Object.fromEntries(
		Object.entries(item).flatMap(([name, value]) => {
			if (isJoined(name, value)) return [];
			if (!isRecord(value) || isDate(value)) return [[name, value]];
			const rest = withoutJoined(value as IDataObject, isJoined);
			const heldOnlyThat = Object.keys(rest).length === 0 && Object.keys(value).length > 0;
			return heldOnlyThat ? [] : [[name, rest]];
		}),
	);
}

const isDate = (value: object): boolean => 'toJSON' in value;
