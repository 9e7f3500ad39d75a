import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../rules/isRecord';
import { isOrganisation, withOrganisation } from './organisation';
import { findEffect } from './readBack';
import type { SoapClient } from './soap/client';
import { checkAll, encodeDescribed, type FieldEntries } from './soap/schema/encode';
import { readElement } from './soap/schema/readElement';
import type { OperationDescription, ServiceDescription } from './soap/schema/wsdl';
import type { XmlElement } from './soap/xml/xml';
import { holdsResult, SOAP_OPERATIONS, soapCall, type SoapOperation } from './soapOperations';

export interface CallOptions {
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
	const { organisation, ticket } = client.settings;
	const isAdded = (name: string) => isOrganisation(name) || name === ticket?.element;
	let fields = given;
	checkAll([
		() => (fields = withOrganisation(given, organisation, operation, described)),
		() => described && encodeDescribed(described.request, given, isAdded),
	]);
	const result = await client.call(soapCall(client.settings, operation, fields, described), {
		...(isRead(operation)
			? { isRead: true, isWhole: (response) => holdsResult(response, described) }
			: { isRead: false }),
		...(isRead(operation) || !description
			? {}
			: { findEffect: async (probe) => await findEffect(probe, description, operation, fields) }),
	});
	if ('effect' in result) return [result.effect];
	return simplify
		? simplified(operation, readResponse(result.response, described, description, true))
		: [toObject(readResponse(result.response, described, description, false))];
}

function readResponse(
	response: XmlElement,
	described: OperationDescription | undefined,
	description: ServiceDescription | undefined,
	unwrapLists: boolean,
) {
	return readElement(response, described?.response?.type(), {
		schemas: description?.schemas,
		unwrapLists,
	});
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
