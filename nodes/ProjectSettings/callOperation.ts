import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';
import type { SoapClient } from './soap/client';
import {
	checkAll,
	encodeDescribed,
	type FieldEntries,
	isEmptyField,
	parsedJson,
} from './soap/schema/encode';
import { readElement } from './soap/schema/readElement';
import { type Row, rowsOf } from './soap/schema/rows';
import type { OperationDescription, ServiceDescription } from './soap/schema/wsdl';
import { holdsResult, SOAP_OPERATIONS, soapCall, type SoapOperation } from './soapOperations';

interface CallOptions {
	/** The service's own description, when it is to be used. */
	description?: ServiceDescription;
	/** Only the result, with lists as items, instead of the whole response. */
	simplify: boolean;
}

/** One entry per output item. */
export async function callOperation(
	client: SoapClient,
	operation: SoapOperation,
	given: FieldEntries,
	{ description, simplify }: CallOptions,
): Promise<IDataObject[]> {
	const described = description?.get(operation);
	const { organisation, ticket } = client.serviceSettings;
	const isAdded = (name: string) => isOrganisation(name) || name === ticket?.element;
	let fields = given;
	checkAll([
		() => (fields = withOrganisation(given, organisation, operation, described)),
		() => described && encodeDescribed(described.request, fields, isAdded),
	]);
	const call = soapCall(client.serviceSettings, operation, fields, described);
	const answer = await client.call(
		call,
		isRead(operation)
			? { isWhole: (response) => holdsResult(response, described) }
			: { lookAt: shownBy(operation) },
	);
	const response = readElement(answer, described?.response?.type(), simplify);
	return simplify ? simplified(operation, response) : [toObject(response)];
}

function simplified(operation: SoapOperation, response: unknown): IDataObject[] {
	const fields = toObject(response);
	const names = Object.keys(fields);
	if (names.length === 0 && !isRead(operation)) return [{ success: true }];
	const result =
		names.length === 1 && names[0] === `${operation}Result` ? fields[names[0]] : fields;
	return toList(result, operation).map(toObject);
}

const isRead = (operation: SoapOperation): boolean => operation.startsWith('Get');

/** Where to see whether a change took effect. */
const shownBy = (operation: SoapOperation): string =>
	operation === SOAP_OPERATIONS.priceList.set
		? 'the operation Get of the resource Price List'
		: 'the operation Get Many of the resource Analysis Code';

/**
 * Without a description, a list in its wrapper looks like an object. Codes are known to be a list.
 */
function toList(result: unknown, operation: SoapOperation): unknown[] {
	if (Array.isArray(result)) return result;
	if (operation !== SOAP_OPERATIONS.analysisCode.getAll) return [result];
	if (result === '' || result === null) return [];
	const values = isRecord(result) ? Object.values(result) : [];
	if (isRecord(result) && values.length === 0) return [];
	const [only] = values;
	if (values.length === 1 && Array.isArray(only)) return only;
	return values.length === 1 && isRecord(only) ? [only] : [result];
}

function toObject(value: unknown): IDataObject {
	if (isRecord(value)) return value as IDataObject;
	return value === '' ? {} : { result: value as IDataObject[string] };
}

/** The field if the service does not describe the request. */
const USUAL_FIELD = { id: 'OrganisationId', name: 'OrganisationId', isRequired: false };
/** In JSON, a name may stand behind its namespace. */
const ORGANISATION = /^(\{[^}]*\})?org(ani[sz]ation)?_?(id|code|key|number)?$/i;

const isOrganisation = (field: string): boolean => ORGANISATION.test(field);

/** Where the organisation of the credential goes: of several fields, the outermost. */
export function organisationField({ request }: OperationDescription): Row | undefined {
	const depth = ({ id }: Row) => id.split('/').length;
	return rowsOf(request.type())
		.filter(({ element, shownAs }) => isOrganisation(element.name) && !/array|object/.test(shownAs))
		.sort((one, other) => depth(one) - depth(other))[0];
}

/** Adds the organisation of the credential, unless the node gives one. */
function withOrganisation(
	fields: FieldEntries,
	organisation: string,
	operation: SoapOperation,
	described?: OperationDescription,
): FieldEntries {
	const usual = operation === SOAP_OPERATIONS.priceList.getById ? undefined : USUAL_FIELD;
	const field = described?.request.type().kind === 'complex' ? organisationField(described) : usual;
	if (!field || (organisation === '' && !field.isRequired)) return fields;
	const [top = '', ...path] = field.id.split('/');
	/** Not the object that it is in, whose name may say so as well. */
	const isOutside = (name: string) => isOrganisation(name) && (name !== top || path.length === 0);
	if (fields.some(([name, value]) => isOutside(name) && !isEmptyField(value))) return fields;

	const fill = (given: unknown, [name, ...inner]: string[]): unknown => {
		if (name !== undefined) {
			const object = parsedJson(given);
			if (object !== undefined && !isRecord(object)) return given;
			return { ...object, [name]: fill(object?.[name], inner) };
		}
		if (!isEmptyField(given)) return given;
		if (organisation !== '') return organisation;
		throw new InvalidInput(
			`The organisation is missing: enter ${field.name} in this node, or Organisation in the credential`,
			'A value in the node takes precedence over the one in the credential.',
		);
	};
	const others: FieldEntries = fields.filter(([name]) => !isOutside(name));
	const isAround = others.some(([name]) => name === top);
	return (isAround ? others : [[top, undefined] as const, ...others]).map(([name, value]) => [
		name,
		name === top ? fill(value, path) : value,
	]);
}
