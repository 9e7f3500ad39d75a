import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';
import { isRecord } from '../rules/json';
import { findEffect } from './readBack';
import type { SoapClient } from './soap/client';
import { checkAll, encodeDescribed, type FieldEntries, isEmptyField } from './soap/schema/encode';
import { readElement } from './soap/schema/readElement';
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
	const described = description?.operations.get(operation);
	const { organisation, ticket } = client.serviceSettings;
	const isAdded = (name: string) => isOrganisation(name) || name === ticket?.element;
	let fields = given;
	checkAll([
		() => (fields = withOrganisation(given, organisation, operation, described)),
		() => described && encodeDescribed(described.request, given, isAdded),
	]);
	const result = await client.call(soapCall(client.serviceSettings, operation, fields, described), {
		...(isRead(operation)
			? { isRead: true, isWhole: (response) => holdsResult(response, described) }
			: { isRead: false }),
		...(isRead(operation) || !description
			? {}
			: { findEffect: async (probe) => await findEffect(probe, description, operation, fields) }),
	});
	if ('effect' in result) return [result.effect];
	const response = readElement(result.response, described?.response?.type(), {
		schemas: description?.schemas,
		unwrapLists: simplify,
	});
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

/** What the field is called if the service does not describe it. */
const USUAL_NAME = 'OrganisationId';
/** In JSON, a name may stand behind its namespace. */
const ORGANISATION = /^(\{[^}]*\})?org(ani[sz]ation)?_?(id|code|key|number)?$/i;

export const isOrganisation = (field: string): boolean => ORGANISATION.test(field);

/** Adds the organisation of the credential, unless the node gives one. */
function withOrganisation(
	fields: FieldEntries,
	organisation: string,
	operation: SoapOperation,
	described?: OperationDescription,
): FieldEntries {
	const field = organisationField(operation, described);
	if (!field || fields.some(([name, value]) => isOrganisation(name) && !isEmptyField(value)))
		return fields;
	if (organisation !== '')
		return [[field.name, organisation], ...fields.filter(([name]) => !isOrganisation(name))];
	if (!field.isRequired) return fields;
	throw new InvalidInput(
		`The organisation is missing: enter ${field.name} in this node, or Organisation in the credential`,
		'A value in the node takes precedence over the one in the credential.',
	);
}

function organisationField(
	operation: SoapOperation,
	described?: OperationDescription,
): { name: string; isRequired: boolean } | undefined {
	if (!described)
		return operation === SOAP_OPERATIONS.priceList.getById
			? undefined
			: { name: USUAL_NAME, isRequired: false };
	const type = described.request.type();
	const elements = type.kind === 'complex' ? type.elements : [];
	return elements.find(
		(element) =>
			isOrganisation(element.name) && !element.isRepeating && element.type().kind === 'simple',
	);
}
