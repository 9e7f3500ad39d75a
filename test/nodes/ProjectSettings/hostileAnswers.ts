/** Answers that no honest service sends, and honest ones that were broken on their way. */
import { gzipSync } from 'node:zlib';

import type { SoapInjection } from '../../../sandbox/soap';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';

/** An honest answer, with a little of everything. */
export const SAMPLE =
	`<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${SOAP}"><s:Body>` +
	'<GetAnalysisCodesResponse xmlns="urn:x"><!-- note --><GetAnalysisCodesResult><AnalysisCode kind="a&amp;b"><Code>MÜ&#xDF;</Code>' +
	'<Label><![CDATA[<b>]]></Label><Tag/></AnalysisCode></GetAnalysisCodesResult></GetAnalysisCodesResponse></s:Body></s:Envelope>';

const around = (inner: string, prolog = '') =>
	`<?xml version="1.0"?>${prolog}<s:Envelope xmlns:s="${SOAP}"><s:Body><GetAnalysisCodesResponse>${inner}</GetAnalysisCodesResponse></s:Body></s:Envelope>`;

const text = (body: string): SoapInjection => ({
	answer: { base64: Buffer.from(body).toString('base64') },
});
const bytes = (
	body: Buffer,
	contentType?: string,
	headers?: Record<string, string>,
): SoapInjection => ({
	answer: { base64: body.toString('base64'), contentType, headers },
});

const LAUGHS = [...'abcdefghij']
	.map(
		(name, index, all) =>
			`<!ENTITY ${name} "${index === 0 ? 'lol' : `&${all[index - 1]};`.repeat(10)}">`,
	)
	.join('');
const MILLION = 1_000_000;

export const HOSTILE: Record<string, SoapInjection> = {
	'billion laughs': text(around('<r>&j;</r>', `<!DOCTYPE x [${LAUGHS}]>`)),
	'quadratic blow-up': text(
		around(`<r>${'&a;'.repeat(50_000)}</r>`, `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]>`),
	),
	'external entity': text(
		around('<r>&a;</r>', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
	),
	'external subset': text(around('<r/>', '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">')),
	'parameter entity': text(
		around('<r/>', '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd">%a;]>'),
	),
	'DTD after a comment': text(around('<r/>', '<!-- x --><!DOCTYPE x>')),
	'DTD in lower case': text(around('<r/>', '<!doctype x>')),
	'DTD inside the body': text(around('<!DOCTYPE x [<!ENTITY a "b">]><r>&a;</r>')),
	'undeclared entity': text(around('<r>&nbsp;</r>')),
	'reference to nothing': text(around('<r>&#0;</r>')),
	'reference to half a character': text(around('<r>&#xD800;</r>')),
	'reference beyond Unicode': text(around('<r>&#99999999;</r>')),
	'a million ampersands': text(around(`<r>${'&'.repeat(MILLION)}</r>`)),
	'100 MB of text': { endless: 100_000_000 },
	'100,000 levels': text(around(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)),
	'100 levels': text(around(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)),
	'a million elements': text(around('<a/>'.repeat(MILLION))),
	'a million opening brackets': text('<'.repeat(MILLION)),
	'a million unclosed elements': text(around('<a>'.repeat(MILLION))),
	'a million attributes without values': text(around(`<a ${'b '.repeat(MILLION)}/>`)),
	'a repeated attribute': text(around('<a b="1" b="2"/>')),
	'a name of a million letters, unclosed': text(around(`<${'a'.repeat(MILLION)}`)),
	'a million blanks in an unclosed tag': text(around(`<a${' '.repeat(MILLION)}`)),
	'an attribute that never ends': text(around(`<a b="${'x'.repeat(MILLION)}`)),
	'a comment that never ends': text(around(`<!-- ${'-'.repeat(MILLION)}`)),
	'CDATA that never ends': text(around(`<![CDATA[${']'.repeat(MILLION)}`)),
	'an instruction that never ends': text(around(`<?x ${'?'.repeat(MILLION)}`)),
	'an undeclared prefix': text(around('<p:a/>')),
	'a prefix out of scope': text(around('<a xmlns:p="urn:p"/><p:b/>')),
	'names of the language': text(around('<__proto__><polluted>yes</polluted></__proto__>')),
	'two roots': text('<a/><b/>'),
	'crossed tags': text(around('<a><b></a></b>')),
	'a control character': text(around('<a>\u0001</a>')),
	'a null byte': text(around('<a>\u0000</a>')),
	'a non-character': text(around('<a>\uFFFF</a>')),
	'Latin-1 that calls itself UTF-8': bytes(Buffer.from(around('<a>ü</a>'), 'latin1')),
	'UTF-8 that calls itself UTF-16': bytes(Buffer.from(SAMPLE), 'text/xml; charset=utf-16'),
	'UTF-16 cut in half': bytes(
		Buffer.from(SAMPLE, 'utf16le').subarray(0, 301),
		'text/xml; charset=utf-16le',
	),
	'an unknown encoding': bytes(Buffer.from(SAMPLE), 'text/xml; charset=klingon'),
	'an unknown encoding in its declaration': bytes(
		Buffer.from(SAMPLE.replace('utf-8', 'klingon')),
		'text/xml',
	),
	'random bytes': bytes(
		Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256)),
	),
	'compressed rubbish': bytes(Buffer.from('not gzip at all'), undefined, {
		'Content-Encoding': 'gzip',
	}),
	'a compression bomb': bytes(gzipSync(Buffer.alloc(100_000_000, ' ')), undefined, {
		'Content-Encoding': 'gzip',
	}),
	'a web page': text('<!DOCTYPE html><html></html>'),
	JSON: text('{"GetAnalysisCodesResponse":{}}'),
	'a number': text('42'),
	'a byte order mark alone': bytes(Buffer.from([0xef, 0xbb, 0xbf])),
	blanks: text(' \r\n\t '),
	'an empty document': text('<?xml version="1.0"?>'),
	'a multipart answer': bytes(
		Buffer.from('--x\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--x--'),
		'multipart/related; boundary=x',
	),
};

/** The sample, ended after each of its bytes. */
export const CUT = Array.from({ length: Buffer.byteLength(SAMPLE) }, (_, length) =>
	bytes(Buffer.from(SAMPLE).subarray(0, length)),
);

export const DAMAGED_EVERY = 4;

/** The sample with one of its bytes replaced by one that UTF-8 does not have. */
export const DAMAGED = Array.from(
	{ length: Math.ceil(Buffer.byteLength(SAMPLE) / DAMAGED_EVERY) },
	(_, index) => {
		const damaged = Buffer.from(SAMPLE);
		damaged[index * DAMAGED_EVERY] = 0xff;
		return bytes(damaged);
	},
);
