import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';
import { readElement } from '../transport/soap/answer';
import type { SoapClient } from '../transport/soap/client';
import type { FieldEntries } from '../transport/soap/encode';
import type { ElementDeclaration, SchemaType } from '../transport/soap/schema';
import type { OperationDescription, ServiceDescription } from '../transport/soap/wsdl';
import { soapCall, type SoapOperation } from './projectSettingsOperations';

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

const MAX_DEPTH = 8;

/** A reader that leaves something out by default is asked for all of it. */
const INCLUDES_MORE = /^(include|show|with|return)/i;

/** What the call would have returned in short, or undefined when it did not take effect. Throws when nobody can tell. */
export async function findEffect(client: SoapClient, description: ServiceDescription, operation: SoapOperation, fields: FieldEntries): Promise<IDataObject | undefined> {
	const readBack = READ_BACK[operation];
	const reader = readBack && description.operations.get(readBack.by);
	if (!readBack || !reader?.response) throw cannotTell(operation);

	const asked = questionFor(reader, fields, operation);
	const expected = expectedValues(fields, asked);
	if (Object.keys(expected).length === 0 || !shows(reader.response, expected)) throw cannotTell(operation);

	const answer = await client.call(soapCall(client.settings, readBack.by, asked, reader), { repeatable: true });
	if (!('response' in answer)) throw cannotTell(operation);
	const read = readElement(answer.response, reader.response.type(), { schemas: description.schemas, unwrapLists: true });
	const isThere = objectsIn(read).some((entry) => contains(entry, expected));
	return isThere === (readBack.isRemoval !== true) ? { success: true, confirmedBy: readBack.by } : undefined;
}

function cannotTell(operation: SoapOperation): InvalidInput {
	return new InvalidInput(`The service cannot be asked whether ${operation} took effect`);
}

/** The reader's fields, filled from those of the same name that were sent. */
function questionFor({ request }: OperationDescription, fields: FieldEntries, operation: SoapOperation): Array<readonly [string, unknown]> {
	const type = request.type();
	if (type.kind === 'simple') throw cannotTell(operation);
	const question: Array<readonly [string, unknown]> = [];
	for (const declared of type.elements) {
		const sent = fields.find(([name]) => name === declared.name);
		const kind = declared.type();
		if (sent && isIdentifier(declared)) question.push(sent);
		else if (kind.kind === 'simple' && kind.base === 'boolean' && INCLUDES_MORE.test(declared.name)) question.push([declared.name, true]);
		else if (declared.isRequired && !declared.isNillable) throw cannotTell(operation);
	}
	return question;
}

/** Whose settings are meant goes into the question; what was set must come back in the answer. */
function isIdentifier({ name }: ElementDeclaration): boolean {
	return /id$/i.test(name);
}

/** One object that was sent is what should be found; otherwise the single values, apart from those asked with. */
function expectedValues(fields: FieldEntries, asked: ReadonlyArray<readonly [string, unknown]>): IDataObject {
	const objects = fields.filter(([, value]) => isRecord(value));
	if (objects.length === 1) return objects[0]?.[1] as IDataObject;
	const askedNames = new Set(asked.map(([name]) => name));
	return Object.fromEntries(fields.filter(([name]) => !askedNames.has(name))) as IDataObject;
}

/** Whether some part of the answer has all these fields, so that not finding them means something. */
function shows(response: ElementDeclaration, expected: IDataObject): boolean {
	const has = (type: SchemaType, depth: number): boolean => {
		if (type.kind === 'simple' || depth > MAX_DEPTH) return false;
		const names = new Set(type.elements.map(({ name }) => name));
		return Object.keys(expected).every((name) => names.has(name)) || type.elements.some((element) => has(element.type(), depth + 1));
	};
	return has(response.type(), 0);
}

function objectsIn(value: unknown): IDataObject[] {
	if (Array.isArray(value)) return value.flatMap(objectsIn);
	return isRecord(value) ? [value as IDataObject, ...Object.values(value).flatMap(objectsIn)] : [];
}

function contains(read: unknown, sent: unknown): boolean {
	if (isNothing(sent)) return isNothing(read);
	if (Array.isArray(sent)) return Array.isArray(read) && read.length === sent.length && sent.every((entry, index) => contains(read[index], entry));
	if (isRecord(sent)) {
		// A list may have been sent inside its wrapper.
		const [only] = Object.values(sent);
		if (Array.isArray(read)) return Object.keys(sent).length === 1 && contains(read, [only].flat());
		return isRecord(read) && Object.entries(sent).every(([name, value]) => contains(read[name], value));
	}
	if (Array.isArray(read)) return read.length === 1 && contains(read[0], sent);
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

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
