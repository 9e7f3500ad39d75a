import { badRequest, Refusal } from '../calls/refusal';
import { isAccepted, sameLanguage } from '../model/languages';
import type { JsonObject, KeyValue } from '../model/model';
import { beyondSpecification } from './beyondSpecification';
import type { Exchange } from './exchange';

/** Reads one field: returns its value, or refuses it by name. */
export type Field<T> = (value: unknown, name: string, exchange: Exchange) => T;

type Spec = Record<string, Field<unknown>>;
export type Read<S extends Spec> = { [K in keyof S]?: ReturnType<S[K]> };

/**
 * Reads a body field by field. Refuses wrong types and missing required fields; an unknown field
 * is beyond the specification.
 */
export function readFields<S extends Spec>(
	exchange: Exchange,
	body: JsonObject,
	spec: S,
	required: ReadonlyArray<keyof S & string> = [],
): Read<S> {
	const unknown = Object.keys(body).filter((name) => !(name in spec));
	if (unknown.length > 0)
		beyondSpecification(
			exchange,
			'unknown-field',
			badRequest(`Unknown field: ${unknown.join(', ')}.`, 'UNKNOWN_FIELD'),
		);
	const read: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(spec)) {
		const value = body[name];
		const isRequired = required.includes(name);
		if (value === null && !isRequired && field !== anyJson)
			beyondSpecification(exchange, 'null-field', badRequest(`${name} must not be null.`));
		else if (value !== undefined) read[name] = field(value, name, exchange);
		else if (isRequired) throw badRequest(`${name} is required.`, 'MISSING_FIELD');
	}
	return read as Read<S>;
}

export const text: Field<string> = (value, name) => {
	if (typeof value !== 'string') throw badRequest(`${name} must be a string.`);
	return value;
};

export const filledText: Field<string> = (value, name, exchange) => {
	const read = text(value, name, exchange);
	if (read.trim() === '') throw badRequest(`${name} must not be empty.`);
	return read;
};

export const flag: Field<boolean> = (value, name) => {
	if (typeof value !== 'boolean') throw badRequest(`${name} must be true or false.`);
	return value;
};

export const count: Field<number> = (value, name) => {
	if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
		throw badRequest(`${name} must be a whole number.`);
	return value;
};

export const anyJson: Field<unknown> = (value) => value;

export const jsonObject: Field<JsonObject> = (value, name) => {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw badRequest(`${name} must be a JSON object.`);
	return value as JsonObject;
};

export function listOf<T>(item: Field<T>, { atLeast = 0, atMost = Infinity } = {}): Field<T[]> {
	return (value, name, exchange) => {
		if (!Array.isArray(value)) throw badRequest(`${name} must be a list.`);
		if (value.length < atLeast) throw badRequest(`${name} must have at least ${atLeast} entry.`);
		if (value.length > atMost)
			throw badRequest(
				`${name} has ${value.length} entries; at most ${atMost} are allowed.`,
				'TOO_MANY',
			);
		return value.map((entry, index) => item(entry, `${name}[${index}]`, exchange));
	};
}

const MAX_NAME_BYTES = 250;

export const name250: Field<string> = (value, name, exchange) => {
	const read = filledText(value, name, exchange);
	const bytes = Buffer.byteLength(read);
	if (bytes > MAX_NAME_BYTES)
		throw badRequest(
			`${name} has ${bytes} bytes; at most ${MAX_NAME_BYTES} are allowed.`,
			'NAME_TOO_LONG',
		);
	return read;
};

export const language: Field<string> = (value, name, exchange) => {
	if (value === null) throw badRequest(`${name} must not be null.`, 'LANGUAGE_REQUIRED');
	const code = text(value, name, exchange);
	if (!isAccepted(code, exchange.state))
		throw badRequest(`${name}: "${code}" is not an accepted language code.`, 'UNKNOWN_LANGUAGE');
	return code;
};

const MAX_TARGETS = 100;

export const targetLanguages: Field<string[]> = (value, name, exchange) => {
	if (value === null) throw badRequest(`${name} must not be null.`, 'LANGUAGE_REQUIRED');
	const codes = listOf(language, { atLeast: 1, atMost: MAX_TARGETS })(value, name, exchange);
	const isRepeated = (code: string, at: number) =>
		codes.findIndex((other) => sameLanguage(other, code, exchange.state)) < at;
	if (codes.some(isRepeated)) throw badRequest(`${name} names a language twice.`);
	return codes;
};

const SPECIFIED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** A day, or a time with a fraction or another zone. */
const OTHER_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/;

export const dueDate: Field<string> = (value, name, exchange) => {
	const read = text(value, name, exchange);
	const refusal = badRequest(`${name} must have the form yyyy-MM-ddTHH:mm:ssZ, not "${read}".`);
	if (!OTHER_DATE.test(read) || Number.isNaN(Date.parse(read))) throw refusal;
	if (!SPECIFIED_DATE.test(read)) beyondSpecification(exchange, 'date-form', refusal);
	return read;
};

const GUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const CONNECTOR_NAME = new RegExp(`^${GUID} \\S.* \\S+$`);

export const connectorName: Field<string> = (value, name, exchange) => {
	const read = text(value, name, exchange);
	if (!CONNECTOR_NAME.test(read)) {
		const form = `${name} must have the form "<fingerprint_guid> <connector_name> <connector_version>", not "${read}".`;
		beyondSpecification(exchange, 'connector-name', badRequest(form, 'CONNECTOR_NAME'));
	}
	return read;
};

export const labels: Field<string[] | Record<string, string>> = (value, name, exchange) => {
	if (Array.isArray(value)) return listOf(text)(value, name, exchange);
	const read = jsonObject(value, name, exchange);
	return Object.fromEntries(
		Object.entries(read).map(([label, entry]) => [
			label,
			text(entry, `${name}.${label}`, exchange),
		]),
	);
};

const keyValue: Field<KeyValue> = (value, name, exchange) => {
	const read = readFields(
		exchange,
		jsonObject(value, name, exchange),
		{ key: filledText, value: text },
		['key', 'value'],
	);
	return { key: read.key ?? '', value: read.value ?? '' };
};

export const keyValues: Field<KeyValue[]> = (value, name, exchange) => {
	const read = listOf(keyValue, { atLeast: 1 })(value, name, exchange);
	if (new Set(read.map(({ key }) => key)).size < read.length)
		throw badRequest(`${name} names a key twice.`);
	return read;
};

export const callbackUri: Field<string> = (value, name, exchange) => {
	const read = text(value, name, exchange);
	if (!URL.canParse(read) || !/^https?:$/.test(new URL(read).protocol))
		throw badRequest(`${name} must be an http or https address.`);
	return read;
};

/** Unknown query parameters are beyond the specification. */
export function checkQuery(exchange: Exchange, known: readonly string[]): void {
	const unknown = [...new Set(exchange.url.searchParams.keys())].filter(
		(name) => !known.includes(name),
	);
	if (unknown.length > 0)
		beyondSpecification(
			exchange,
			'unknown-parameter',
			badRequest(`Unknown parameter: ${unknown.join(', ')}.`, 'UNKNOWN_PARAMETER'),
		);
}

export const contentTooLarge = (limit: number): Refusal =>
	new Refusal(413, 'CONTENT_TOO_LARGE', `The content is larger than ${limit} bytes.`);
