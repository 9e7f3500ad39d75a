/** What should become of each odd value, by the kind of its parameter. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type Outcome, type Parameter, PARAMETERS, run } from './oddValues';

/** What should become of a value. `either`: the field has rules of its own. */
type Fate = 'taken' | 'refused' | 'either' | 'nothing';

const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
const isText = (value: unknown) =>
	(typeof value === 'string' && value !== '[object Object]') ||
	(typeof value === 'number' && Number.isFinite(value)) ||
	value instanceof Date;

const number = (value: unknown, { typeOptions = {} }: INodeProperties): Fate => {
	const { minValue = 0, maxValue = 1e12, numberPrecision } = typeOptions;
	const isPlain = typeof value === 'number' || ['30', ' 30 '].includes(value as string);
	const amount = isPlain ? Number(value) : Number.NaN;
	const fits = amount >= minValue && amount <= maxValue;
	return fits && (numberPrecision !== 0 || Number.isInteger(amount)) ? 'taken' : 'refused';
};
const flag = (value: unknown): Fate =>
	[true, false, ' TRUE ', 'false', 0].includes(value as boolean) ? 'taken' : 'refused';
const text = (value: unknown): Fate => (isText(value) ? 'either' : 'refused');
const scalar = (value: unknown): Fate => (typeof value === 'boolean' ? 'either' : text(value));
const list = (value: unknown): Fate => {
	if (!Array.isArray(value)) return text(value);
	if (value.every(isBlank)) return 'nothing';
	return value.every(isText) ? 'either' : 'refused';
};
const id = (value: unknown): Fate =>
	['undefined', '[object Object]'].includes(value as string) ? 'nothing' : text(value);
const ids = (value: unknown): Fate => (Array.isArray(value) ? list(value) : id(value));
const choice = (value: unknown, { options }: INodeProperties): Fate =>
	(options as INodePropertyOptions[]).some((each) => String(each.value) === String(value).trim())
		? 'taken'
		: String(value).trim() === 'TRUE'
			? 'either'
			: 'refused';
const choices = (value: unknown): Fate =>
	Array.isArray(value) && value.every(isBlank) ? 'nothing' : 'refused';
/** None of the odd values is one. */
const language = (value: unknown): Fate =>
	Array.isArray(value) && value.every(isBlank) ? 'nothing' : 'refused';
const date = (value: unknown): Fate => (value instanceof Date ? 'taken' : 'refused');
const object = (value: unknown): Fate => {
	if (value instanceof Date || typeof value !== 'object')
		return value === '{"a": 1}' ? 'either' : value instanceof Date ? 'either' : 'refused';
	return 'either';
};
const anything = (): Fate => 'either';

const OF_TYPE: Record<string, (value: unknown, field: INodeProperties) => Fate> = {
	number,
	boolean: flag,
	string: text,
	options: choice,
	multiOptions: choices,
	resourceLocator: id,
	dateTime: date,
	json: object,
};
/** Text fields that hold something else than text, by name. */
const OF_NAME: Record<string, (value: unknown) => Fate> = {
	...{ requestIds: ids, updateIds: ids, sourceNativeIds: ids, targetNativeIds: ids },
	...{ fmsFileId: id, sourceContentId: id, supportAssetId: id, tmUpdateId: id },
	...{ fieldsToTranslate: list, language: list, termsToKeep: list },
	...{ mergeInto: anything, knownTranslations: anything, translatedFiles: anything },
	...{ customData: anything, binaryPropertyName: anything },
	...{ body: anything, value: scalar },
};
const isLanguage = ({ typeOptions, name }: INodeProperties) =>
	typeOptions?.loadOptionsMethod === 'getLanguages' && name !== 'language';

/** An added field without a value would mean "all", or "no limit". */
const NEEDED = [
	...['limit', 'maxWords', 'maxCost', 'perWord', 'characters'],
	...['fmsFileId', 'sourceContentId', 'sourceNativeIds', 'targetNativeIds', 'statusCodes', 'uri'],
	...['mergeInto', 'fieldsToTranslate', 'contentJson', 'fieldsJson', 'jobName', 'requestName'],
	...['key', 'name', 'from', 'baseUrl', 'authUrl', 'serviceUrl', 'namespace', 'ticketSecret'],
	...['headerName', 'headerSecret', 'extendedMetadata', 'providerId'],
	// The only change of an update.
	...['poReference', 'sourceNativeId'],
];
/** These may be empty, although n8n marks them. */
const OPTIONAL = ['binaryPropertyName', 'clientId', 'clientSecret'];

function fateOfNothing({ path, field }: Parameter): Fate {
	const isFilter = path[0]!.name === 'filters' && field.type !== 'boolean';
	if (field.type === 'boolean' && field.default === true && path.length > 1) return 'refused';
	if (OPTIONAL.includes(field.name)) return 'either';
	// 'Labels' takes an empty value for any.
	if (isFilter) return field.name === 'value' ? 'either' : 'refused';
	if (isLanguage(field) || field.required || NEEDED.includes(field.name)) return 'either';
	return 'taken';
}

function fateOf(parameter: Parameter, value: unknown): Fate {
	const { field, path } = parameter;
	if (field.name === 'status' && field.type === 'options') return text(value);
	// It could be the code of a status that is not listed.
	if (field.name === 'status' && value === ' TRUE ') return 'either';
	if (field.name === 'value' && path.at(-2)!.name !== 'labels') return 'either';
	const read = isLanguage(field)
		? parameter.type.execute
			? language
			: list
		: (OF_NAME[field.name] ?? (field.typeOptions?.loadOptionsMethod ? text : OF_TYPE[field.type]!));
	const fate = isBlank(value) ? 'nothing' : read(value, field);
	return fate === 'nothing' ? fateOfNothing(parameter) : fate;
}

const shown = (value: unknown) =>
	value instanceof Date ? 'a date' : (JSON.stringify(value) ?? String(value));

const plain = (text: string) =>
	text
		.replaceAll(/\s/g, ' ')
		.replace(/ Names? or IDs?$| \(JSON\)$/, '')
		.toLowerCase();
/** By its label, or by that of the group it belongs to. */
const isNamed = ({ path }: Parameter, refused: string) =>
	path.slice(-2).some(({ displayName }) => plain(refused).includes(plain(displayName)));

function problemOf(parameter: Parameter, value: unknown, outcome: Outcome): string | undefined {
	const fate = fateOf(parameter, value);
	const { refused, item, first, isSilent } = outcome;
	const { field, type, isCredential } = parameter;
	// A search may find nothing.
	if (isSilent && field.name !== 'search') return 'ends without a word';
	if (refused === undefined && /NaN|\[object /.test(first)) return `becomes ${first}`;
	if (fate === 'taken' && refused !== undefined) return `is refused: ${refused}`;
	// Preview reads on, and lists what is wrong.
	if (fate === 'refused' && refused === undefined && !parameter.where.startsWith('job preview'))
		return `is taken: ${first}`;
	if (refused !== undefined && !isNamed(parameter, refused))
		return `is refused without the name of the field: ${refused}`;
	if (refused !== undefined && type.execute && !isCredential && item !== 0)
		return `is refused without the item: ${refused}`;
	return undefined;
}

/** Each parameter with some values. */
export async function problemsOf(
	parameters: readonly Parameter[],
	valuesFor: (parameter: Parameter) => readonly unknown[],
): Promise<string[]> {
	const problems: string[] = [];
	for (const parameter of parameters)
		for (const value of valuesFor(parameter)) {
			const problem = problemOf(parameter, value, await run(parameter, value));
			if (problem) problems.push(`${parameter.where} = ${shown(value)} ${problem.slice(0, 200)}`);
		}
	return problems;
}

const byPlace = new Map<string, Parameter[]>();
for (const parameter of PARAMETERS) {
	const place = parameter.where.split(',')[0]!;
	byPlace.set(place, [...(byPlace.get(place) ?? []), parameter]);
}
/** By operation, trigger and credential. */
export const PLACES = [...byPlace];
