/** The files in place of library code that the package leaves out (scripts/build/instead.js). */
import { XMLParser } from 'fast-xml-parser';
import { Base64 } from 'js-base64';

import { Base64 as Instead } from '../../../scripts/build/instead/base64.js';

const entityDecoder = { decode: (text: string) => text, reset: () => {} };

it.each([
	['entities', {}],
	['numbers', { entityDecoder }],
	['plain objects', { entityDecoder, parseTagValue: false }],
	['paths of tags', { stopNodes: ['a.b'] }],
])('a setting of the XML parser that needs %s fails at once', (_what, settings) => {
	expect(() => new XMLParser(settings as object).parse('<a><b>1</b></a>')).toThrow(
		'a library that the package leaves out',
	);
});

it.each(['', 'a', 'Grüße.docx', '日本語 🎉.pdf', '\ud800', 'é', '\u0000'])(
	'%j gets the same Base64',
	(text) => {
		expect(Instead.encode(text)).toBe(Base64.encode(text));
	},
);
