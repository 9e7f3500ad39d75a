import { InvalidInput } from '../rules/invalidInput';
import { type FieldEntries, isEmptyField } from './soap/schema/encode';
import type { OperationDescription } from './soap/schema/wsdl';
import { SOAP_OPERATIONS, type SoapOperation } from './soapOperations';

/** What the field is called if the service does not describe it. */
const USUAL_NAME = 'OrganisationId';
/** In JSON, a name may stand behind its namespace. */
const ORGANISATION = /^(\{[^}]*\})?org(ani[sz]ation)?_?(id|code|key|number)?$/i;

export const isOrganisation = (field: string): boolean => ORGANISATION.test(field);

/** Adds the organisation of the credential, unless the node gives one. */
export function withOrganisation(
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
