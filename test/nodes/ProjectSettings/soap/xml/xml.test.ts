import * as fc from 'fast-check';

import {
	buildXml,
	isNil,
	parseXml,
	SOAP_ENVELOPE,
	XML_LIMITS,
	type XmlNode,
} from '../../../../../nodes/ProjectSettings/soap/xml/xml';

const element = (content: XmlNode['content'], namespace = 'urn:a'): XmlNode => ({
	namespace,
	name: 'a',
	content,
});

/** Everything XML can carry, with a bias towards what it has trouble with. */
const xmlText = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				']]>',
				'&',
				'&amp;',
				'<',
				'>',
				'"',
				"'",
				'\r',
				'\n',
				'\t',
				' ',
				'<!--',
				'<![CDATA[',
				'&#x41;',
				'\u0085',
				'\u2028',
			),
			fc.string({ unit: 'binary' }),
		),
	)
	.map((parts) =>
		parts.join('').replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
	);

it('gives back any text and namespace exactly as written', () => {
	fc.assert(
		fc.property(xmlText, xmlText, (text, namespace) => {
			const read = parseXml(buildXml(element(text, namespace)));
			expect([read.text, read.namespace]).toEqual([text, namespace]);
		}),
	);
});

it('declares each namespace where it changes', () => {
	const written = buildXml({
		namespace: SOAP_ENVELOPE,
		name: 'Envelope',
		content: [
			{
				namespace: 'urn:a',
				name: 'a',
				content: [
					{ namespace: 'urn:b', name: 'b', content: '1' },
					{ namespace: '', name: 'c', content: '2' },
					{ namespace: 'urn:a', name: 'd', content: '3' },
				],
			},
		],
	});
	const [a] = parseXml(written).children;
	expect(a?.children.map(({ namespace, name }) => [namespace, name])).toEqual([
		['urn:b', 'b'],
		['', 'c'],
		['urn:a', 'd'],
	]);
});

it('writes null as nil', () => {
	expect(isNil(parseXml(buildXml(element(null))))).toBe(true);
});

it.each(['1a', 'a b', 'a:b', '<a>', '', 'a>b'])('refuses %j as the name of an element', (name) => {
	expect(() => buildXml({ namespace: '', name, content: '' })).toThrow(
		'cannot be the name of a field',
	);
});

it('reads numeric references with leading zeros', () => {
	expect(parseXml('<a>&#x00000D;&#0065;</a>').text).toBe('\rA');
});

it('resolves a default namespace that is taken back', () => {
	expect(parseXml('<a xmlns="urn:a"><b xmlns=""/></a>').children).toMatchObject([
		{ namespace: '', name: 'b' },
	]);
});

it('accepts as many levels as it allows, and no more', () => {
	const levels = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count);
	expect(parseXml(levels(XML_LIMITS.depth)).name).toBe('a');
	expect(() => parseXml(levels(XML_LIMITS.depth + 1))).toThrow('64 deep');
});

it('accepts as many parts as it allows, and no more', () => {
	const most = XML_LIMITS.parts - 2;
	expect(parseXml(`<r>${'<a/>'.repeat(most)}</r>`).children).toHaveLength(most);
	expect(() => parseXml(`<r>${'<a/>'.repeat(most + 1)}</r>`)).toThrow('tags and attributes');
});

it('does not mistake brackets in attributes, comments and CDATA for tags', () => {
	expect(parseXml('<a b="</a>>"><!-- <c> --><![CDATA[<d>]]></a>').text).toBe('<d>');
});

it('refuses a document that was cut off, wherever that was', () => {
	const whole = '<?xml version="1.0"?><!-- a --><r b="1>"><c><![CDATA[<d>]]></c><!-- e --><f/></r>';
	for (let length = 1; length < whole.length; length++) {
		expect(() => parseXml(whole.slice(0, length))).toThrow(/^The answer/);
	}
	expect(() => parseXml(`${whole}<!-- g`)).toThrow(/^The answer/);
});
