import { validateXML } from 'xmllint-wasm';

import { DATA_NAMESPACE, NAMESPACE, dataXsd, logonXsd, messagesXsd, type ContractOptions } from './contract';

/** SOAP 1.1, as far as an envelope without headers needs it; the body's elements must all be declared. */
const ENVELOPE_XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://schemas.xmlsoap.org/soap/envelope/" targetNamespace="http://schemas.xmlsoap.org/soap/envelope/" elementFormDefault="qualified">
	<xs:import namespace="${NAMESPACE}" schemaLocation="messages.xsd"/>
	<xs:element name="Envelope"><xs:complexType><xs:sequence>
		<xs:element minOccurs="0" name="Header"><xs:complexType><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType></xs:element>
		<xs:element name="Body"><xs:complexType><xs:sequence><xs:any minOccurs="1" maxOccurs="1" processContents="strict"/></xs:sequence></xs:complexType></xs:element>
	</xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const REMEMBERED = 500;

/** Validating starts a WebAssembly worker each time, so what was judged once is remembered. */
const judged = new Map<string, Promise<string[]>>();

/** What is wrong with an envelope according to the schema; nothing when it is valid. */
export async function schemaErrors(envelope: string, contract: ContractOptions | 'logon'): Promise<string[]> {
	const messages = contract === 'logon' ? logonXsd() : messagesXsd(contract, 'data.xsd');
	const key = `${messages.length} ${envelope}`;
	const known = judged.get(key);
	if (known) return await known;
	if (judged.size >= REMEMBERED) judged.clear();
	const verdict = judge(envelope, messages);
	judged.set(key, verdict);
	return await verdict;
}

async function judge(envelope: string, messages: string): Promise<string[]> {
	const { valid, errors, rawOutput } = await validateXML({
		xml: [{ fileName: 'envelope.xml', contents: envelope }],
		schema: [{ fileName: 'soap.xsd', contents: ENVELOPE_XSD }],
		preload: [
			{ fileName: 'messages.xsd', contents: messages },
			{ fileName: 'data.xsd', contents: dataXsd() },
		],
		modifyArguments: (args) => ['--nonet', ...args],
	});
	if (valid) return [];
	return errors.length > 0 ? errors.map(({ message }) => message.split(DATA_NAMESPACE).join('data')) : [rawOutput];
}
