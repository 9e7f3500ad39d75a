/**
 * The one place that reads parameters. An expression may give any value: each is read by the
 * description of its field, once per item.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { toUtcTime } from '../rules/dates';
import { InvalidInput } from '../rules/invalidInput';
import { isRecord, parseJson } from '../rules/json';
import * as values from '../rules/values';

type Reader = (value: unknown, label: string, field: INodeProperties) => unknown;

const asEntered: Reader = (value) => value;
const list: Reader = values.toTexts;
/** A comma may belong to a key. */
const paths: Reader = (value, label) =>
	Array.isArray(value) ? values.toTexts(value, label) : values.toText(value, label);
/** Also a file. */
const data: Reader = (value, label) =>
	['boolean', 'object'].includes(typeof value) || values.toText(value, label) ? value : undefined;

/** By the type of a field. */
const OF_TYPE: Partial<Record<INodeProperties['type'], Reader>> = {
	boolean: values.toFlag,
	dateTime: (value, label) => toUtcTime(value, label) && value,
	json: (value, label, { name }) =>
		parseJson(value, label, ['body', 'contentJson'].includes(name) ? 'any' : 'object'),
	multiOptions: (value, label, field) =>
		field.typeOptions?.loadOptionsMethod
			? toLanguages(value, label)
			: [...new Set(values.toTexts(value, label).map((entry) => toChoice(entry, label, field)))],
	number: (value, label, { typeOptions }) => values.toNumber(value, label, typeOptions),
	options: toChoice,
	resourceMapper: asEntered,
	resourceLocator: (value, label) => values.toId(valueOfLocator(value), label),
};

/** By the name of a field, if it holds something else than its type says. */
const OF_NAME: Record<string, Reader> = {
	fieldsToTranslate: paths,
	language: list,
	termsToKeep: list,
	fmsFileId: values.toId,
	sourceContentId: values.toId,
	supportAssetId: values.toId,
	tmUpdateId: values.toId,
	sourceNativeIds: values.toIds,
	targetNativeIds: values.toIds,
	updateIds: values.toIds,
	// Those of the input: an object has none, and the error then says where to find it.
	jobId: idOfInput(values.toId),
	requestId: idOfInput(values.toId),
	requestIds: idOfInput(values.toIds),
	binaryPropertyName: data,
	customData: data,
	knownTranslations: data,
	mergeInto: data,
	translatedFiles: data,
	/** Its rows are read with it. */
	content: asEntered,
	/** Beside a name. */
	value: (value, label) =>
		typeof value === 'boolean' ? String(value) : values.toText(value, label),
};

const readerOf = ({ name, type, typeOptions }: INodeProperties): Reader =>
	typeOptions?.password ? values.toSecret : (OF_NAME[name] ?? OF_TYPE[type] ?? values.toText);

/** The rules of languages refuse a gap in the list. */
const toLanguages = (value: unknown, label: string): unknown[] =>
	Array.isArray(value) && !value.every(values.isNothing)
		? value.map((entry: unknown) => (values.isNothing(entry) ? '' : values.toText(entry, label)))
		: values.toTexts(value, label);

const STATUS_CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** The service may have more statuses than those of the list. */
function toChoice(
	value: unknown,
	label: string,
	{ name, type, options }: INodeProperties,
): unknown {
	const isOpen = name === 'status' && (type === 'options' || STATUS_CODE.test(String(value)));
	return options && !isOpen
		? values.toChoice(
				value,
				label,
				(options as INodePropertyOptions[]).map((option) => option.value),
			)
		: values.toText(value, label).trim();
}

function idOfInput(read: Reader): Reader {
	return (value, label, field) => {
		const id = valueOfLocator(value);
		return isRecord(id) && field.type === 'resourceLocator' ? '' : read(id, label, field);
	};
}

/** n8n does not extract the value of a resource locator inside a collection. */
export const valueOfLocator = (locator: unknown): unknown =>
	isRecord(locator) && 'mode' in locator ? locator.value : locator;

/** Beside filters, languages and switches that are on by default. */
const NEVER_EMPTY = new Set([
	...['fmsFileId', 'limit', 'maxCost', 'maxWords', 'sourceContentId'],
	...['sourceNativeIds', 'statusCodes', 'targetNativeIds'],
]);

/** An added field that gives nothing must not mean "all", "no limit" or "do it". */
const neverEmpty = (
	{ name, type, typeOptions, default: preset }: INodeProperties,
	group?: string,
): boolean =>
	(type === 'boolean' ? group !== undefined && preset === true : group === 'filters') ||
	typeOptions?.loadOptionsMethod === 'getLanguages' ||
	NEVER_EMPTY.has(name);

const isEmpty = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && !(value instanceof Date)
		? Object.keys(value).length === 0
		: values.isNothing(value);

const labelOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/ Name(s?) or IDs?$/, '$1');

const emptyField = (label: string, mayBeRemoved = true): InvalidInput =>
	new InvalidInput(
		`${label} is empty`,
		`Give '${label}' a value. If its expression gives nothing, correct it${mayBeRemoved ? ', or remove the field' : ''}.`,
	);

/** Undefined if the expression gives nothing. */
function readField(
	field: INodeProperties,
	entered: unknown,
	{ group, label = labelOf(field) }: { group?: string; label?: string } = {},
): unknown {
	const reader = readerOf(field);
	// Without a plan, nothing may be sent.
	const value = field.name === 'planKey' ? (entered ?? '') : entered;
	if (field.type === 'collection') return readCollection(field, value);
	if (field.type === 'fixedCollection' && reader !== asEntered)
		return readRows(field, value, label, group === 'filters');
	if (value === undefined || value === null) return undefined;
	// An empty text is a text, unless the field has another one by default.
	if (values.isNothing(value))
		return reader === values.toText && field.default === '' ? value : undefined;
	return reader(value, label, field);
}

function recordOf(value: unknown, label: string): IDataObject {
	if (values.isNothing(value)) return {};
	if (isRecord(value)) return value as IDataObject;
	throw new InvalidInput(`${label}: ${values.shownValue(value)} is not a group of fields`);
}

const given = (read: ReadonlyArray<[string, unknown]>): IDataObject =>
	Object.fromEntries(read.filter(([, value]) => value !== undefined)) as IDataObject;

const isGroup = ({ type }: INodeProperties) => type === 'collection';

/** With those of the groups inside. */
export const fieldsOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	(options as INodeProperties[])
		.filter(({ type }) => type !== 'hidden')
		.flatMap((field) => (isGroup(field) ? fieldsOf(field) : [field]));

/**
 * What was added, without what gives nothing. One means the same inside its group and outside,
 * where older workflows have it.
 */
function readCollection(
	field: INodeProperties,
	value: unknown,
	mayBeEmpty: readonly string[] = [],
	only?: string,
): IDataObject {
	const outside = recordOf(value, field.displayName);
	const inside = (field.options as INodeProperties[])
		.filter(isGroup)
		.map(({ name, displayName }) => recordOf(outside[name], displayName));
	const added = Object.assign({}, outside, ...inside) as IDataObject;
	return given(
		fieldsOf(field)
			.filter(({ name }) => name in added && (only ?? name) === name)
			.map((inner) => {
				const read = readField(inner, added[inner.name], { group: field.name });
				if (isEmpty(read) && neverEmpty(inner, field.name) && !mayBeEmpty.includes(inner.name))
					throw emptyField(labelOf(inner));
				return [inner.name, read];
			}),
	);
}

/** A row that does not say what it is about would be lost, or let everything pass. */
function readRows(
	field: INodeProperties,
	value: unknown,
	label: string,
	isFilter: boolean,
): IDataObject {
	const [{ name, values: fields }] = field.options as [INodePropertyCollection];
	const [about, ...others] = fields as [INodeProperties, ...INodeProperties[]];
	const says = (row: IDataObject, inner: INodeProperties) =>
		!isEmpty(row[inner.name]) && row[inner.name] !== inner.default;
	const readRow = (row: unknown): IDataObject => {
		const entered = recordOf(row, label);
		const read = given(
			fields.map((inner) => {
				const within = `${label}, ${labelOf(inner)}`;
				const found = entered[inner.name] ?? undefined;
				if (isFilter && found === undefined) throw emptyField(within);
				// A pair may hold data.
				const isData = name === 'pair' && inner.name === 'value';
				return [inner.name, isData ? found : readField(inner, found, { label: within })];
			}),
		);
		if (about.default === '' && !says(read, about) && others.some((inner) => says(read, inner)))
			throw emptyField(`${label}, ${labelOf(about)}`);
		return read;
	};
	const rows = recordOf(value, label)[name];
	if (rows === undefined) return {};
	if (!Array.isArray(rows)) return { [name]: readRow(rows) };
	const read = rows.map(readRow).filter((row) => !isFilter || says(row, about));
	return isFilter && read.length === 0 ? {} : { [name]: read };
}

/** What a credential holds, which may come from expressions, too. */
export const readCredential = (
	fields: readonly INodeProperties[],
	credentials: IDataObject,
): IDataObject =>
	given(fields.map((field) => [field.name, readField(field, credentials[field.name])]));

type Evaluate = (name: string, itemIndex: number) => unknown;

/** The fields of a node or operation, and what they hold for each item. */
class Form {
	private readonly read = new Map<string, unknown>();

	constructor(
		readonly fields: readonly INodeProperties[],
		private readonly stored: INodeParameters,
		private readonly evaluate: Evaluate,
	) {}

	/** The same field may offer something else, depending on another one. */
	field(name: string): INodeProperties | undefined {
		const same = this.fields.filter((field) => field.name === name);
		return same.length > 1
			? { ...same[0]!, options: same.flatMap(({ options = [] }) => options as never[]) }
			: same[0];
	}

	/** With a path such as "options.maxTries", a group with this field alone. */
	value(path: string, itemIndex: number): unknown {
		const key = `${itemIndex} ${path}`;
		if (!this.read.has(key)) this.read.set(key, this.readOnce(path, itemIndex));
		return this.read.get(key);
	}

	private readOnce(path: string, itemIndex: number): unknown {
		const [name, only] = path.split('.') as [string, string?];
		const field = this.field(name);
		if (!field) return undefined;
		const value = this.evaluate(name, itemIndex);
		if (!isGroup(field)) return readField(field, value);
		// What the form itself adds may give nothing.
		const [preset, stored] = [field.default, this.stored[name]].map((each) =>
			recordOf(each, field.displayName),
		);
		const untouched = Object.keys(preset!).filter((inner) => preset![inner] === stored![inner]);
		return readCollection(field, value, untouched, only);
	}
}

const forms = new WeakMap<object, Form>();

function formOf(context: object): Form {
	const form = forms.get(context);
	if (!form) throw new Error('The form of this node was not opened');
	return form;
}

/** The readers below then know the fields. */
export const openForm = (context: IExecuteFunctions, fields: readonly INodeProperties[]): void =>
	open(context, fields, (name, itemIndex) => context.getNodeParameter(name, itemIndex, null));

/** For a node without items. */
export const openTriggerForm = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
	fields: readonly INodeProperties[],
): void => open(context, fields, (name) => context.getNodeParameter(name, null));

function open(context: Context, fields: readonly INodeProperties[], evaluate: Evaluate): void {
	forms.set(context, new Form(fields, context.getNode().parameters, evaluate));
}

type Context = Pick<IExecuteFunctions, 'getNode'>;

/** Refuses what cannot be read, before anything is sent. What an expression throws, its reader throws. */
export function checkForm(context: Context, itemIndex: number): void {
	const form = formOf(context);
	for (const { name } of form.fields)
		try {
			form.value(name, itemIndex);
		} catch (error) {
			if (error instanceof InvalidInput) throw error as Error;
		}
}

/** A field such as "jobName", or of a group such as "options.submit". Its default, if it gives nothing. */
export function readValue(context: Context, path: string, itemIndex = 0, alone = false): unknown {
	const form = formOf(context);
	const [name, inner] = path.split('.') as [string, string?];
	const field = form.field(name);
	const value = form.value(alone ? path : name, itemIndex);
	if (inner !== undefined) {
		const preset = field && fieldsOf(field).find((each) => each.name === inner)?.default;
		return (value as IDataObject | undefined)?.[inner] ?? preset;
	}
	if (!isEmpty(value) || !field) return value;
	if (field.required || neverEmpty(field)) throw emptyField(labelOf(field), false);
	return value ?? field.default;
}

export const readText = (context: Context, path: string, itemIndex: number): string =>
	String(readValue(context, path, itemIndex) ?? '').trim();

export const readFlag = (context: Context, path: string, itemIndex = 0): boolean =>
	readValue(context, path, itemIndex) === true;

export const readNumber = (context: Context, path: string, itemIndex = 0): number =>
	readValue(context, path, itemIndex) as number;

export const readChoice = <T extends string = string>(
	context: Context,
	path: string,
	itemIndex = 0,
): T => readValue(context, path, itemIndex) as T;

/** A collection, or another group of fields: what was added to it. */
export const readGroup = <T = IDataObject>(context: Context, name: string, itemIndex = 0): T =>
	(formOf(context).value(name, itemIndex) ?? {}) as T;

/** Groups inside 'Options'. */
export type OptionGroup = 'advanced' | 'qualityChecks' | 'wordsAndCost';

/** Undefined if it gives nothing, also for a field that is required or has a default. */
export function readIfGiven<T>(context: Context, name: string, itemIndex: number): T | undefined {
	const value = formOf(context).value(name, itemIndex);
	return values.isNothing(value) || (Array.isArray(value) && value.length === 0)
		? undefined
		: (value as T);
}

export const withoutUndefined = <T extends object>(entries: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(entries).filter(([, value]) => value !== undefined),
	) as Partial<T>;
