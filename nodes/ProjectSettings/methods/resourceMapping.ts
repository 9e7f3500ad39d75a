import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { toItemError } from '../../core/errors';
import { organisationField } from '../callOperation';
import { SoapClient } from '../soap/client';
import { MAX_ROWS, type Row, rowsOf } from '../soap/schema/rows';
import { type ElementDeclaration, listEntryOf, type SchemaType } from '../soap/schema/schema';
import { soapOperationOf } from '../soapOperations';

/** "Refresh Field List" must show changes; switching operations must not read the WSDL again. */
const MAX_AGE_MS = 10_000;

const MAX_NAMES = 30;

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
		const described = operation && description?.get(operation);
		if (!described)
			return { fields: [], emptyFieldsNotice: notice(operation ?? '', description !== undefined) };

		const ticket = client.serviceSettings.ticket?.element;
		const rows = rowsOf(described.request.type()).filter(({ id }) => id !== ticket);
		if (rows.length > MAX_ROWS)
			return {
				fields: [],
				emptyFieldsNotice: `${operation} has too many fields for a form. Set 'Specify Fields' to 'Using JSON'.`,
			};
		const added = organisationField(described)?.id;
		const remark = client.serviceSettings.organisation === '' ? '' : '(optional)';
		return {
			fields: rows.map((row) => toField(row, row.id === added ? remark : undefined)),
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
	return `${reason} Set 'Specify Fields' to 'Using Fields Below' or 'Using JSON'.`;
}

/** Whose field the credential can fill has a remark of its own. */
function toField(row: Row, remark?: string): ResourceMapperField {
	const { id, name, element, shownAs, isRequired } = row;
	const type = element.type();
	const isJson = shownAs === 'array' || shownAs === 'object';
	return {
		id,
		displayName: [name, remark || remarks(row)].filter(Boolean).join(' '),
		// The node says itself what is missing, because the credential may hold it.
		required: isRequired && remark === undefined,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: shownAs,
		// Neither a toggle nor a JSON editor has an empty state, so they would always be sent.
		...((shownAs === 'boolean' || isJson) && !isRequired ? { removed: true } : {}),
		...(isJson ? { defaultValue: emptyJson(element, type) } : {}),
		...(shownAs === 'options' && type.kind === 'simple'
			? { options: type.enumeration.map((value) => ({ name: value, value })) }
			: {}),
	};
}

/** Short: the editor cuts off a long label. */
function remarks({ element, shownAs }: Row): string {
	const parts = [
		shownAs === 'array' ? 'JSON list' : shownAs === 'object' ? 'JSON' : '',
		element.isNillable ? 'may be null' : '',
	].filter(Boolean);
	return parts.length > 0 ? `(${parts.join(', ')})` : '';
}

/** An object that is no rows shows the names of its fields. Those that stay null are not sent. */
function emptyJson(element: ElementDeclaration, type: SchemaType): string {
	if (element.isRepeating || type.kind !== 'complex' || listEntryOf(type)) return '[]';
	const names = type.elements.slice(0, MAX_NAMES).map(({ name }) => name);
	return JSON.stringify(Object.fromEntries(names.map((name) => [name, null])), null, 2);
}
