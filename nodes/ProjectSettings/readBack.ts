import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';
import { isRecord } from '../rules/json';
import type { SoapClient } from './soap/client';
import type { FieldEntries } from './soap/schema/encode';
import { readElement } from './soap/schema/readElement';
import { listEntryOf, type SchemaType } from './soap/schema/schema';
import type { OperationDescription, ServiceDescription } from './soap/schema/wsdl';
import type { ServiceSettings } from './soap/settings';
import { buildXml, isNil, parseXml } from './soap/xml/xml';
import { holdsResult, soapCall, type SoapOperation } from './soapOperations';

/**
 * After a lost response: asks the service whether a change took effect. The fields of the service
 * are not known beforehand, so this works by their names: what was sent must be found again, value
 * by value, in what is read.
 */

/** Changes that are not listed show in no response in a form that could be compared. */
const READ_BY: Partial<Record<SoapOperation, SoapOperation>> = {
	SetOrganisationAnalysisCode: 'GetAnalysisCodes',
	SetOrganisationAnalysisCodeLabel: 'GetAnalysisCodes',
	SetOrganisationAnalysisCodeVisiblity: 'GetAnalysisCodes',
	DeleteOrganisationAnalysisCode: 'GetAnalysisCodes',
	SetOrganisationPriceList: 'GetOrganisationPriceList',
};

/**
 * An entry with these fields of its own. A field beside it in the call may also stand in the
 * object that holds the entry.
 */
interface Expected {
	entry: IDataObject;
	around: IDataObject;
}

/** A reader that leaves something out by default is asked for all of it. */
const INCLUDES_MORE = /^(include|show|with|return)/i;

/**
 * What the call would have returned in short, or undefined when it did not take effect. Throws
 * when nobody can tell.
 */
export async function findEffect(
	client: SoapClient,
	description: ServiceDescription,
	operation: SoapOperation,
	fields: FieldEntries,
): Promise<IDataObject | undefined> {
	const cannotTell = new InvalidInput(
		`The service cannot be asked whether ${operation} took effect`,
	);
	const by = READ_BY[operation];
	const reader = by && description.operations.get(by);
	const described = description.operations.get(operation);
	if (!by || !reader?.response || !described) throw cannotTell;

	const sent = asSent(client.serviceSettings, description, described, fields);
	const asked = questionFor(reader, sent, ticketIn(client.serviceSettings));
	const expected = asked && expectedOf(sent, asked);
	if (!expected || !shows(reader.response.type(), expected)) throw cannotTell;

	const question = soapCall(client.serviceSettings, by, Object.entries(asked), reader);
	const result = await client.call(question, {
		isRead: true,
		isWhole: (response) => holdsResult(response, reader),
	});
	if (!('response' in result)) throw cannotTell;
	const isRemoval = operation.startsWith('Delete');
	// Without a list, nobody knows what is gone.
	const { children } = result.response;
	if (isRemoval && (children.length === 0 || children.some(isNil))) throw cannotTell;
	const read = readElement(result.response, reader.response.type(), {
		schemas: description.schemas,
		unwrapLists: true,
	});
	const isThere = entriesIn(read).some(
		({ entry, parent }) =>
			contains(entry, expected.entry) && contains({ ...parent, ...entry }, expected.around),
	);
	return isThere === isRemoval ? undefined : { success: true, confirmedBy: by };
}

/**
 * The fields as a response would show them: what was written as text in a form is JSON in there,
 * and lists have lost their wrappers.
 */
function asSent(
	settings: ServiceSettings,
	{ schemas }: ServiceDescription,
	described: OperationDescription,
	fields: FieldEntries,
): IDataObject {
	const { namespace, name } = described.request;
	const ticket = ticketIn(settings);
	const content = soapCall(settings, described.name as SoapOperation, fields, described).content(
		ticket === undefined ? undefined : [ticket, 'ticket'],
	);
	const sent = readElement(
		parseXml(buildXml({ namespace, name, content })),
		described.request.type(),
		{ schemas, unwrapLists: true },
	);
	return Object.fromEntries(
		Object.entries(isRecord(sent) ? sent : {}).filter(([field]) => field !== ticket),
	) as IDataObject;
}

/** The name of the field that the credential fills in. */
function ticketIn({ ticket }: ServiceSettings): string | undefined {
	return ticket?.placement === 'request' ? ticket.element : undefined;
}

/**
 * Whose settings are meant: the reader's ids, as they were sent; undefined when it wants to know
 * more.
 */
function questionFor(
	{ request }: OperationDescription,
	sent: IDataObject,
	ticket: string | undefined,
): IDataObject | undefined {
	const type = request.type();
	if (type.kind === 'simple') return undefined;
	const question: IDataObject = {};
	for (const { name, type: typeOf, isRequired, isNillable } of type.elements) {
		const kind = typeOf();
		if (name in sent && /id$/i.test(name)) question[name] = sent[name];
		else if (kind.kind === 'simple' && kind.base === 'boolean' && INCLUDES_MORE.test(name))
			question[name] = true;
		else if (isRequired && !isNillable && name !== ticket) return undefined;
	}
	return question;
}

/** What must come back: the one object among the fields that were not asked with, or all of them. */
function expectedOf(sent: IDataObject, asked: IDataObject): Expected | undefined {
	const left = Object.entries(sent).filter(([name]) => !(name in asked));
	const objects = left.filter(([, value]) => isRecord(value));
	const [object] = objects.length === 1 ? objects : [];
	const rest = Object.fromEntries(left.filter((field) => field !== object)) as IDataObject;
	const expected = object
		? { entry: object[1] as IDataObject, around: rest }
		: { entry: rest, around: {} };
	return Object.keys(expected.entry).length === 0 ? undefined : expected;
}

/** Whether some part of the response has all these fields, so that not finding them means something. */
function shows(
	type: SchemaType,
	expected: Expected,
	parent: string[] = [],
	seen = new Set<SchemaType>(),
): boolean {
	if (type.kind === 'simple' || seen.has(type)) return false;
	seen.add(type);
	const list = listEntryOf(type);
	if (list) return shows(list.type(), expected, parent, seen);
	const names = type.elements.map(({ name }) => name);
	const hasEntry = Object.keys(expected.entry).every((name) => names.includes(name));
	const reachable = [...names, ...parent];
	if (hasEntry && Object.keys(expected.around).every((name) => reachable.includes(name)))
		return true;
	return type.elements.some((element) => shows(element.type(), expected, names, seen));
}

/** Every object in the response, and the object that holds it. */
function entriesIn(
	value: unknown,
	parent: IDataObject = {},
): Array<{ entry: IDataObject; parent: IDataObject }> {
	if (Array.isArray(value)) return value.flatMap((inner) => entriesIn(inner, parent));
	if (!isRecord(value)) return [];
	const entry = value as IDataObject;
	return [{ entry, parent }, ...Object.values(entry).flatMap((inner) => entriesIn(inner, entry))];
}

function contains(read: unknown, sent: unknown): boolean {
	if (isNothing(sent)) return isNothing(read);
	if (Array.isArray(sent))
		return (
			Array.isArray(read) &&
			read.length === sent.length &&
			sent.every((entry, index) => contains(read[index], entry))
		);
	if (isRecord(sent))
		return (
			isRecord(read) && Object.entries(sent).every(([name, value]) => contains(read[name], value))
		);
	return sameText(String(sent), String(read));
}

/** Numbers and dates can be written in several ways, and a service may keep only the day. */
function sameText(sent: string, read: string): boolean {
	if (sent === read) return true;
	const [a, b] = [sent, read].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
	if (a === b) return true;
	const isDate = /^\d{4}-\d\d-\d\d/.test(sent);
	return isDate && (Date.parse(sent) === Date.parse(read) || read === sent.slice(0, 10));
}

function isNothing(value: unknown): boolean {
	return value === null || value === undefined || value === '';
}
