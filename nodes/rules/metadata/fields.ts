import type { Schema } from '@cfworker/json-schema';

import { isRecord, parseJson } from '../../../l10n/json';
import { type DateOptions, toDay, toDueDate } from '../dates';
import { sanitizeSchema } from './sanitizeSchema';

type MetadataFieldType =
	'string' | 'number' | 'boolean' | 'dateTime' | 'options' | 'object' | 'array';

interface MetadataFieldOption {
	name: string;
	value: string | number | boolean;
}

/** A metadata field as rows of names and values show it; nested values are JSON. */
export interface MetadataField {
	id: string;
	displayName: string;
	type: MetadataFieldType;
	required: boolean;
	/** For dates: whether the provider wants a day or a time. */
	format?: 'date' | 'date-time';
	options?: MetadataFieldOption[];
	description?: string;
}

function isSchema(value: unknown): value is Schema {
	return isRecord(value);
}

function isOptionValue(value: unknown): value is MetadataFieldOption['value'] {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Merges `allOf` into the schema and ignores conditions. */
function flatten(schema: Schema): Schema {
	const parts = (Array.isArray(schema.allOf) ? schema.allOf : []).filter(isSchema).map(flatten);
	const properties = Object.fromEntries(
		[...parts, schema].flatMap((part) => Object.entries(part.properties ?? {})),
	);
	return Object.assign({}, ...parts, schema, {
		properties,
		required: [...new Set([...parts, schema].flatMap((part) => part.required ?? []))],
	}) as Schema;
}

function optionsOf(schema: Schema): MetadataFieldOption[] | undefined {
	if (Array.isArray(schema.enum)) {
		const values = schema.enum.filter((value) => value !== null);
		if (values.length === 0 || !values.every(isOptionValue)) return undefined;
		return values.map((value) => ({ name: String(value), value }));
	}
	const choices = [schema.oneOf, schema.anyOf].find(
		(list) =>
			Array.isArray(list) &&
			list.every((choice) => isSchema(choice) && isOptionValue(choice.const)),
	);
	return choices?.map((choice) => ({
		name: choice.title ?? String(choice.const),
		value: choice.const,
	}));
}

function isDateFormat(format: unknown): format is MetadataField['format'] {
	return format === 'date' || format === 'date-time';
}

function typeOf(schema: Schema): MetadataFieldType {
	const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(
		(type) => type !== undefined && type !== 'null',
	);
	const type = types.includes('string') ? 'string' : types[0];
	if (type === 'integer' || type === 'number') return 'number';
	if (type === 'boolean' || type === 'object' || type === 'array') return type;
	if (type === undefined && Object.keys(schema.properties ?? {}).length > 0) return 'object';
	if (type === undefined && schema.items !== undefined) return 'array';
	return isDateFormat(schema.format) ? 'dateTime' : 'string';
}

function toField(id: string, property: Schema | boolean, required: boolean): MetadataField {
	const schema = flatten(isSchema(property) ? property : {});
	const options = optionsOf(schema);
	const type = options === undefined ? typeOf(schema) : 'options';
	return {
		id,
		displayName: schema.title ?? id,
		type,
		required,
		format: type === 'dateTime' ? (schema.format as MetadataField['format']) : undefined,
		options,
		description: schema.description as string | undefined,
	};
}

/** The fields of a provider's schema, required ones first; none without a usable schema. */
export function schemaToFields(schema: unknown): MetadataField[] {
	const guarded = sanitizeSchema(schema);
	if (guarded === undefined || !isSchema(guarded.schema)) return [];
	const { properties = {}, required = [] } = flatten(guarded.schema);
	const fields = Object.entries(properties).map(([id, property]) =>
		toField(id, property, required.includes(id)),
	);
	return [
		...fields.filter((field) => field.required),
		...fields.filter((field) => !field.required),
	];
}

function coerce(value: unknown, field: MetadataField, dates: DateOptions): unknown {
	switch (field.type) {
		case 'object':
		case 'array':
			return typeof value === 'string' ? parseJson(value, field.displayName, field.type) : value;
		case 'number':
			return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		case 'options':
			return (
				field.options?.find((option) => String(option.value) === String(value))?.value ?? value
			);
		case 'dateTime':
			return field.format === 'date'
				? toDay(value, field.displayName, dates)
				: toDueDate(value, field.displayName, dates);
		case 'string':
			return value;
	}
}

/**
 * Turns the values of a form into metadata. Omits empty optional fields and keeps values that
 * belong to no field.
 */
export function fieldsToMetadata(
	values: Readonly<Record<string, unknown>>,
	fields: readonly MetadataField[],
	dates: DateOptions = {},
): Record<string, unknown> {
	const known = new Map(fields.map((field) => [field.id, field]));
	return Object.fromEntries(
		Object.entries(values).flatMap(([id, value]): Array<[string, unknown]> => {
			const field = known.get(id);
			if (value === undefined || value === null) return [];
			if (field === undefined) return [[id, value]];
			if (value === '') return field.required && field.type === 'string' ? [[id, value]] : [];
			return [[id, coerce(value, field, dates)]];
		}),
	);
}
