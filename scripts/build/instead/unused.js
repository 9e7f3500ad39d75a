/**
 * In place of what the XML parser needs for entities, numbers and plain objects only. Our settings
 * (nodes/ProjectSettings/soap/xml/xml.ts) ask for none of them; others would fail here at once.
 */
function leftOut() {
	throw new Error('This setting of the XML parser needs a library that the package leaves out');
}

export { leftOut as default, leftOut as EntityDecoder, leftOut as isUnsafe };
export const XML = {};
export const HTML = {};
export const CURRENCY = {};
export const COMMON_HTML = {};
export const ENTITY_ACTION = {};
