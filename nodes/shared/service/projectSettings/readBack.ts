import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../rules/invalidInput';
import { isRecord } from '../../rules/isRecord';
import { readElement } from '../../soap/schema/readElement';
import type { SoapClient } from '../../soap/client';
import type { FieldEntries } from '../../soap/schema/encode';
import { listEntryOf, type ElementDeclaration, type SchemaType } from '../../soap/schema/schema';
import type { ServiceSettings } from '../../soap/settings';
import type { OperationDescription, ServiceDescription } from '../../soap/schema/wsdl';
import { buildXml, isNil, parseXml, type XmlElement } from '../../soap/xml/xml';
import { holdsResult, soapCall, type SoapOperation } from './operations';

/**
 * After a lost answer: asks the service whether a change took effect. The fields of the service are not known
 * beforehand, so this works by their names: what was sent must be found again, value by value, in what is read.
 */

interface ReadBack {
	by: SoapOperation;
	/** The change is there when nothing is found. */
	isRemoval?: true;
}

/** Changes that are not listed show in no answer in a form that could be compared. */
const READ_BACK: Partial<Record<SoapOperation, ReadBack>> = {
	SetOrganisationAnalysisCode: { by: 'GetAnalysisCodes' },
	SetOrganisationAnalysisCodeLabel: { by: 'GetAnalysisCodes' },
	SetOrganisationAnalysisCodeVisiblity: { by: 'GetAnalysisCodes' },
	DeleteOrganisationAnalysisCode: { by: 'GetAnalysisCodes', isRemoval: true },
	SetOrganisationPriceList: { by: 'GetOrganisationPriceList' },
};

/** Lists of lists; a type may hold nothing but a list of itself. */
const MAX_WRAPPERS = 8;

/** A reader that leaves something out by default is asked for all of it. */
const INCLUDES_MORE = /^(include|show|with|return)/i;

/** What should be found: an entry with these fields, and beside them, or in what it stands in, those of the call itself. */
interface Expected {
	entry: IDataObject;
	around: IDataObject;
}

/** What the call would have returned in short, or undefined when it did not take effect. Throws when nobody can tell. */
export async function findEffect(client: SoapClient, description: ServiceDescription, operation: SoapOperation, fields: FieldEntries): Promise<IDataObject | undefined> {
	const readBack = READ_BACK[operation];
	const reader = readBack && description.operations.get(readBack.by);
	const described = description.operations.get(operation);
	if (!readBack || !reader?.response || !described) throw cannotTell(operation);

	const sent = asSent(client, description, described, fields);
	const asked = questionFor(reader, sent, ticketIn(client.settings));
	const expected = asked && expectedOf(sent, asked);
	if (!expected || !shows(reader.response, expected)) throw cannotTell(operation);

	const answer = await client.call(soapCall(client.settings, readBack.by, Object.entries(asked), reader), { isRead: true, isWhole: (response) => holdsResult(response, reader) });
	if (!('response' in answer) || (readBack.isRemoval && !isShown(answer.response))) throw cannotTell(operation);
	const read = readElement(answer.response, reader.response.type(), { schemas: description.schemas, unwrapLists: true });
	const isThere = entriesIn(read).some(({ entry, parent }) => contains(entry, expected.entry) && contains({ ...parent, ...entry }, expected.around));
	return isThere === (readBack.isRemoval !== true) ? { success: true, confirmedBy: readBack.by } : undefined;
}

/** Whether there is a list that something is missing from: without one, nobody knows what is gone. */
function isShown({ children }: XmlElement): boolean {
	return children.length > 0 && !children.some(isNil);
}

function cannotTell(operation: SoapOperation): InvalidInput {
	return new InvalidInput(`The service cannot be asked whether ${operation} took effect`);
}

/** The fields as an answer would show them: what was written as text in a form is JSON in there, and lists have lost their wrappers. */
function asSent({ settings }: SoapClient, { schemas }: ServiceDescription, described: OperationDescription, fields: FieldEntries): IDataObject {
	const { namespace, name } = described.request;
	const ticket = ticketIn(settings);
	const content = soapCall(settings, described.name as SoapOperation, fields, described).content(ticket === undefined ? undefined : [ticket, 'ticket']);
	const sent = readElement(parseXml(buildXml({ namespace, name, content })), described.request.type(), { schemas, unwrapLists: true });
	return Object.fromEntries(Object.entries(isRecord(sent) ? sent : {}).filter(([field]) => field !== ticket)) as IDataObject;
}

/** The name of the field that the credential fills in. */
function ticketIn({ ticket }: ServiceSettings): string | undefined {
	return ticket?.placement === 'request' ? ticket.element : undefined;
}

/** The reader's fields, filled from those of the same name that were sent; undefined when it wants to know more. */
function questionFor({ request }: OperationDescription, sent: IDataObject, ticket: string | undefined): IDataObject | undefined {
	const type = request.type();
	if (type.kind === 'simple') return undefined;
	const question: IDataObject = {};
	for (const declared of type.elements) {
		const { name } = declared;
		const kind = declared.type();
		if (name in sent && isIdentifier(declared)) question[name] = sent[name];
		else if (kind.kind === 'simple' && kind.base === 'boolean' && INCLUDES_MORE.test(name)) question[name] = true;
		else if (declared.isRequired && !declared.isNillable && name !== ticket) return undefined;
	}
	return question;
}

/** Whose settings are meant goes into the question; what was set must come back in the answer. */
function isIdentifier({ name }: ElementDeclaration): boolean {
	return /id$/i.test(name);
}

/** One object that was sent is the entry to be found; without one it is the single values, apart from those asked with. */
function expectedOf(sent: IDataObject, asked: IDataObject): Expected | undefined {
	const left = Object.entries(sent).filter(([name]) => !(name in asked));
	const objects = left.filter(([, value]) => isRecord(value));
	const [object] = objects.length === 1 ? objects : [];
	const rest = Object.fromEntries(left.filter((field) => field !== object)) as IDataObject;
	const expected = object ? { entry: object[1] as IDataObject, around: rest } : { entry: rest, around: {} };
	return Object.keys(expected.entry).length === 0 ? undefined : expected;
}

/** Whether some part of the answer has all these fields, so that not finding them means something. */
function shows(response: ElementDeclaration, { entry, around }: Expected): boolean {
	const seen = new Map<SchemaType, ReadonlySet<string>>();
	const has = (type: SchemaType, parent: ReadonlySet<string>): boolean => {
		if (type.kind === 'simple') return false;
		const names = seen.get(type) ?? new Set(type.elements.map(({ name }) => name));
		if (Object.keys(entry).every((name) => names.has(name)) && Object.keys(around).every((name) => names.has(name) || parent.has(name))) return true;
		if (seen.has(type)) return false;
		seen.set(type, names);
		return type.elements.some((element) => has(unwrapped(element.type()), names));
	};
	return has(response.type(), new Set());
}

/** The type of the entries when it only holds a list, as such wrappers are left out of what is read. */
function unwrapped(type: SchemaType, wrappers = 0): SchemaType {
	const list = wrappers < MAX_WRAPPERS ? listEntryOf(type) : undefined;
	return list ? unwrapped(list.type(), wrappers + 1) : type;
}

/** Every object in the answer, and the object that it stands in. */
function entriesIn(value: unknown, parent: IDataObject = {}): Array<{ entry: IDataObject; parent: IDataObject }> {
	if (Array.isArray(value)) return value.flatMap((each) => entriesIn(each, parent));
	if (!isRecord(value)) return [];
	const entry = value as IDataObject;
	return [{ entry, parent }, ...Object.values(entry).flatMap((inner) => entriesIn(inner, entry))];
}

function contains(read: unknown, sent: unknown): boolean {
	if (isNothing(sent)) return isNothing(read);
	if (Array.isArray(sent)) return Array.isArray(read) && read.length === sent.length && sent.every((entry, index) => contains(read[index], entry));
	if (isRecord(sent)) return isRecord(read) && Object.entries(sent).every(([name, value]) => contains(read[name], value));
	return sameText(String(sent), String(read));
}

function sameText(sent: string, read: string): boolean {
	if (sent === read) return true;
	const [a, b] = [sent, read].map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
	if (a === b) return true;
	return /^\d{4}-\d\d-\d\d/.test(sent) && (Date.parse(sent) === Date.parse(read) || read === sent.slice(0, 10));
}

function isNothing(value: unknown): boolean {
	return value === null || value === undefined || value === '';
}
