import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { toItemError } from '../../shared/items/itemError';
import { soapOperationOf } from '../../shared/service/projectSettings/operations';
import { SoapClient } from '../../shared/soap/client';
import type { ElementDeclaration, SchemaType } from '../../shared/soap/schema/schema';
import { jsonKind } from '../../shared/soap/schema/values';

/** "Refresh Field List" must show changes; switching operations must not read the WSDL again. */
const MAX_AGE_MS = 10_000;

/** The editor cannot show more. */
const MOST_FIELDS = 1_000;

export async function getOperationFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const operation = soapOperationOf(
		String(this.getNodeParameter('resource', '')),
		String(this.getNodeParameter('operation', '')),
	);
	try {
		const client = await SoapClient.create(this, { retry: { maxTries: 2 } });
		const description = await client.description(MAX_AGE_MS);
		const described = operation && description?.operations.get(operation);
		if (!described)
			return { fields: [], emptyFieldsNotice: notice(operation ?? '', description !== undefined) };

		const type = described.request.type();
		const ticket = client.settings.ticket?.element;
		const elements =
			type.kind === 'complex' ? type.elements.filter(({ name }) => name !== ticket) : [];
		if (elements.length > MOST_FIELDS)
			return {
				fields: [],
				emptyFieldsNotice: `${operation} has too many fields for a form. Set "Specify Fields" to "Using JSON".`,
			};
		return {
			fields: elements.map(toField),
			emptyFieldsNotice: `${operation} takes no fields.`,
		};
	} catch (error) {
		throw toItemError(this.getNode(), error, 0);
	}
}

function notice(operation: string, isDescribed: boolean): string {
	const reason = isDescribed
		? `The service's description does not contain ${operation}.`
		: 'The service offers no description (WSDL).';
	return `${reason} Set "Specify Fields" to "Using Fields Below" or "Using JSON".`;
}

function toField(element: ElementDeclaration): ResourceMapperField {
	const type = element.type();
	const shownAs = fieldType(element, type);
	const options =
		type.kind === 'simple' && !element.isRepeating && type.enumeration.length > 0
			? type.enumeration
			: undefined;
	return {
		id: element.name,
		displayName: [element.name, remarks(element, type)].filter(Boolean).join(' '),
		required: element.isRequired && !element.isNillable,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: options ? 'options' : shownAs,
		// A toggle has no empty state: if shown, it would always be sent as "false".
		...(shownAs === 'boolean' && !element.isRequired ? { removed: true } : {}),
		...(options ? { options: options.map((value) => ({ name: value, value })) } : {}),
	};
}

function fieldType(element: ElementDeclaration, type: SchemaType): FieldType {
	if (element.isRepeating) return 'array';
	return type.kind === 'complex' ? 'object' : jsonKind(type);
}

const NAMES_SHOWN = 6;

function remarks(element: ElementDeclaration, type: SchemaType): string {
	const isJson = element.isRepeating || type.kind === 'complex';
	const inner = isJson ? innerNames(type) : '';
	const parts = [
		isJson ? `${element.isRepeating ? 'list as JSON' : 'JSON'}${inner ? `: ${inner}` : ''}` : '',
		element.isNillable ? 'may be null' : '',
	].filter(Boolean);
	return parts.length > 0 ? `(${parts.join('; ')})` : '';
}

function innerNames(type: SchemaType): string {
	const names =
		type.kind === 'complex'
			? type.elements.slice(0, NAMES_SHOWN + 1).map(({ name }) => name)
			: type.enumeration;
	return names.length > NAMES_SHOWN
		? `${names.slice(0, NAMES_SHOWN).join(', ')}, …`
		: names.join(', ');
}
