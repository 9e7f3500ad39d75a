import {
	type ContractOptions,
	DATA_NAMESPACE,
	dataXsd,
	logonXsd,
	messagesXsd,
	NAMESPACE,
} from './contract';
import { validateXml } from './xmllint';

/** SOAP 1.1 for an envelope without headers; all elements of the body must be declared. */
const ENVELOPE_XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://schemas.xmlsoap.org/soap/envelope/" targetNamespace="http://schemas.xmlsoap.org/soap/envelope/" elementFormDefault="qualified">
	<xs:import namespace="${NAMESPACE}" schemaLocation="messages.xsd"/>
	<xs:element name="Envelope"><xs:complexType><xs:sequence>
		<xs:element minOccurs="0" name="Header"><xs:complexType><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType></xs:element>
		<xs:element name="Body"><xs:complexType><xs:sequence><xs:any minOccurs="1" maxOccurs="1" processContents="strict"/></xs:sequence></xs:complexType></xs:element>
	</xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const CACHE_SIZE = 500;
/** Clients send the same again and again. */
const cache = new Map<string, Promise<string[]>>();

/** Returns schema errors; none if the envelope is valid. */
export async function schemaErrors(
	envelope: string,
	contract: ContractOptions | 'logon',
): Promise<string[]> {
	const messages = contract === 'logon' ? logonXsd() : messagesXsd(contract, 'data.xsd');
	const key = `${messages.length} ${envelope}`;
	const cached = cache.get(key);
	if (cached) return await cached;
	if (cache.size >= CACHE_SIZE) cache.clear();
	const result = validate(envelope, messages);
	cache.set(key, result);
	return await result;
}

async function validate(envelope: string, messages: string): Promise<string[]> {
	const errors = await validateXml(
		{ fileName: 'envelope.xml', contents: envelope },
		{ fileName: 'soap.xsd', contents: ENVELOPE_XSD },
		[
			{ fileName: 'messages.xsd', contents: messages },
			{ fileName: 'data.xsd', contents: dataXsd() },
		],
	);
	return errors.map((message) => message.replaceAll(DATA_NAMESPACE, 'data'));
}
