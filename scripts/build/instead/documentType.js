/**
 * In place of the XML parser's reader of document types. No document type is accepted: the parser
 * hands its entities to the decoder in nodes/ProjectSettings/soap/xml/xml.ts, which refuses them.
 */
export default class DocTypeReader {
	setXmlVersion() {}

	readDocType(_text, i) {
		return { entities: {}, i };
	}
}
