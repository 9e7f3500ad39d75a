import { encodeDescribed } from '../../../../../nodes/ProjectSettings/soap/schema/encode';
import { readElement } from '../../../../../nodes/ProjectSettings/soap/schema/readElement';
import type {
	ComplexType,
	ElementDeclaration,
} from '../../../../../nodes/ProjectSettings/soap/schema/schema';
import { readDescription } from '../../../../../nodes/ProjectSettings/soap/schema/wsdl';
import { parseXml } from '../../../../../nodes/ProjectSettings/soap/xml/xml';

const ADDRESS = 'https://settings.example.com/Service.svc';

/**
 * A description with one operation whose request and response are declared by the given schemas.
 */
function wsdl(types: string, more = ''): string {
	return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
	<w:types>${types}</w:types>${more}
	<w:message name="In"><w:part name="p" element="t:Op"/></w:message><w:message name="Out"><w:part name="p" element="t:OpResponse"/></w:message>
	<w:portType name="P"><w:operation name="Op"><w:input message="t:In"/><w:output message="t:Out"/></w:operation></w:portType>
	<w:binding name="B" type="t:P"><w:operation name="Op"><soap:operation soapAction="urn:action"/></w:operation></w:binding></w:definitions>`;
}

const schema = (
	content: string,
	attributes = 'elementFormDefault="qualified" targetNamespace="urn:t"',
) =>
	`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:d="urn:d" ${attributes}>${content}</xs:schema>`;

const request = (content: string) =>
	`<xs:element name="Op"><xs:complexType>${content}</xs:complexType></xs:element>`;

async function describeFrom(documents: Record<string, string>, asked: string[] = []) {
	return await readDescription(ADDRESS, async (url) => {
		asked.push(url);
		const text = documents[url];
		return text === undefined ? undefined : parseXml(text);
	});
}

async function operation(types: string, more: Record<string, string> = {}) {
	const description = await describeFrom({ [`${ADDRESS}?wsdl`]: wsdl(types), ...more });
	const found = description?.operations.get('Op');
	if (!description || !found) throw new Error('The operation was not found');
	return { ...found, schemas: description.schemas };
}

const complex = (element: ElementDeclaration) => element.type() as ComplexType;
const names = (element: ElementDeclaration) => complex(element).elements.map(({ name }) => name);

it('takes the action of the binding', async () => {
	expect((await operation(schema(request('<xs:sequence/>')))).soapAction).toBe('urn:action');
});

it('tells required, nillable and repeating fields', async () => {
	const { request: op } = await operation(
		schema(
			request(
				'<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" minOccurs="0" nillable="true" type="xs:string"/><xs:element name="c" maxOccurs="3" type="xs:string"/></xs:sequence>',
			),
		),
	);
	expect(complex(op).elements).toMatchObject([
		{ name: 'a', isRequired: true, isNillable: false, isRepeating: false },
		{ name: 'b', isRequired: false, isNillable: true, isRepeating: false },
		{ name: 'c', isRequired: true, isNillable: false, isRepeating: true },
	]);
});

it('makes the alternatives of a choice optional', async () => {
	const { request: op } = await operation(
		schema(
			request(
				'<xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
			),
		),
	);
	expect(complex(op).elements.map(({ isRequired }) => isRequired)).toEqual([false, false]);
});

it('puts the fields of a base type before those of the type derived from it', async () => {
	const { request: op } = await operation(
		schema(
			`<xs:complexType name="Base"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>${request(
				'<xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent>',
			)}`,
		),
	);
	expect(names(op)).toEqual(['a', 'b']);
});

describe('a type beyond what WCF publishes', () => {
	const group =
		'<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group>';
	const price =
		'<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>';

	it.each([
		['a group', `${group}<xs:complexType name="P"><xs:group ref="t:G"/></xs:complexType>`],
		[
			'a reference to an element',
			'<xs:element name="b" type="xs:int"/><xs:complexType name="P"><xs:sequence><xs:element ref="t:b"/></xs:sequence></xs:complexType>',
		],
		['a text with attributes', price],
		[
			'an unknown base',
			'<xs:complexType name="P"><xs:complexContent><xs:extension base="t:Q"/></xs:complexContent></xs:complexType>',
		],
	])('is sent and read as it is given: %s', async (_what, types) => {
		const { request: op } = await operation(
			schema(`${types}${request('<xs:sequence><xs:element name="p" type="t:P"/></xs:sequence>')}`),
		);
		expect(encodeDescribed(op, [['p', { b: 1, '@currency': 'EUR', a: 'x' }]])).toEqual([
			{
				namespace: 'urn:t',
				name: 'p',
				attributes: { currency: 'EUR' },
				content: [
					{ namespace: 'urn:t', name: 'b', content: '1' },
					{ namespace: 'urn:t', name: 'a', content: 'x' },
				],
			},
		]);
		expect(encodeDescribed(op, [['p', { '#text': 1.5, '@currency': 'EUR' }]])).toMatchObject([
			{ attributes: { currency: 'EUR' }, content: '1.5' },
		]);
		const read = readElement(parseXml('<Op><p currency="EUR">1.50</p></Op>'), op.type(), {
			unwrapLists: true,
		});
		expect(read).toEqual({ p: { '#text': '1.50', '@currency': 'EUR' } });
	});

	it('keeps the order of what is described, and takes attributes', async () => {
		const types =
			'<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence><xs:attribute name="c"/></xs:complexType>';
		const { request: op } = await operation(
			schema(`${types}${request('<xs:sequence><xs:element name="p" type="t:P"/></xs:sequence>')}`),
		);
		expect(encodeDescribed(op, [['p', { b: 2, a: 1, '@c': 'x' }]])).toMatchObject([
			{ attributes: { c: 'x' }, content: [{ name: 'a' }, { name: 'b' }] },
		]);
	});

	it("lets WCF's own attributes alone", async () => {
		const types =
			'<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attribute ref="d:Id"/></xs:complexType>';
		const { request: op } = await operation(
			schema(`${types}${request('<xs:sequence><xs:element name="p" type="t:P"/></xs:sequence>')}`),
		);
		expect(() => encodeDescribed(op, [['p', { a: 1, '@c': 'x' }]])).toThrow('no field "p.@c"');
	});
});

it('knows which namespace each element is in', async () => {
	const types =
		schema(
			request(
				'<xs:sequence><xs:element name="a" type="d:D"/><xs:element name="b" type="xs:int"/></xs:sequence>',
			),
			'targetNamespace="urn:t"',
		) +
		schema(
			'<xs:complexType name="D"><xs:sequence><xs:element name="c" type="xs:int"/></xs:sequence></xs:complexType>',
			'elementFormDefault="qualified" targetNamespace="urn:d"',
		);
	const { request: op } = await operation(types);
	expect(
		encodeDescribed(op, [
			['b', 1],
			['a', { c: 2 }],
		]),
	).toEqual([
		{
			namespace: '',
			name: 'a',
			attributes: {},
			content: [{ namespace: 'urn:d', name: 'c', content: '2' }],
		},
		{ namespace: '', name: 'b', content: '1' },
	]);
});

it('finds the types of another document', async () => {
	const { request: op } = await operation(
		schema(
			`<xs:import schemaLocation="types.xsd"/>${request('<xs:sequence><xs:element name="a" type="t:Level"/></xs:sequence>')}`,
		),
		{
			'https://settings.example.com/types.xsd': schema(
				'<xs:simpleType name="Level"><xs:restriction base="t:Base"><xs:enumeration value="x"/></xs:restriction></xs:simpleType><xs:simpleType name="Base"><xs:restriction base="xs:token"/></xs:simpleType>',
			),
		},
	);
	expect(complex(op).elements[0]?.type()).toMatchObject({
		kind: 'simple',
		base: 'token',
		enumeration: ['x'],
	});
});

it('does not lose itself in types that contain themselves', async () => {
	const { request: op } = await operation(
		schema(
			`<xs:complexType name="Node"><xs:sequence><xs:element name="child" minOccurs="0" type="t:Node"/></xs:sequence></xs:complexType>${request(
				'<xs:sequence><xs:element name="root" type="t:Node"/></xs:sequence>',
			)}`,
		),
	);
	expect(encodeDescribed(op, [['root', { child: { child: {} } }]])).toHaveLength(1);
});

it.each([
	[
		'extends itself',
		'<xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"/></xs:complexContent></xs:complexType>',
	],
	['restricts itself', '<xs:simpleType name="T"><xs:restriction base="t:T"/></xs:simpleType>'],
])('survives a type that %s', async (_what, types) => {
	const { request: op } = await operation(
		schema(`${types}${request('<xs:sequence><xs:element name="a" type="t:T"/></xs:sequence>')}`),
	);
	expect(complex(op).elements[0]?.type().kind).toMatch(/simple|complex/);
});

describe('a description that stands for more than fits into memory', () => {
	it('is cut: types that each extend the one before', async () => {
		const fields = '<xs:sequence><xs:element name="a" minOccurs="0" type="xs:int"/></xs:sequence>';
		const types = Array.from({ length: 1_000 }, (_, index) =>
			index === 0
				? `<xs:complexType name="T0">${fields}</xs:complexType>`
				: `<xs:complexType name="T${index}"><xs:complexContent><xs:extension base="t:T${index - 1}">${fields}</xs:extension></xs:complexContent></xs:complexType>`,
		).join('');
		const all = Array.from(
			{ length: 1_000 },
			(_, index) => `<xs:element name="e${index}" minOccurs="0" type="t:T${index}"/>`,
		).join('');
		const { request: op } = await operation(
			schema(`${types}${request(`<xs:sequence>${all}</xs:sequence>`)}`),
		);
		const sizes = complex(op).elements.map((element) => complex(element).elements.length);
		expect(sizes.slice(0, 3)).toEqual([1, 2, 3]);
		expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(50_000);
	});

	it('is worked out once only, however often an answer announces it', async () => {
		const { schemas } = await operation(
			schema(`<xs:complexType name="T"/>${request('<xs:sequence/>')}`),
		);
		const type = () => schemas.type({ namespace: 'urn:t', name: 'T' });
		expect(type()).toBe(type());
	});
});

it('follows imports in circles only once', async () => {
	const asked: string[] = [];
	const circle = schema('<xs:import schemaLocation="a.xsd"/>', 'targetNamespace="urn:d"');
	await describeFrom(
		{
			[`${ADDRESS}?wsdl`]: wsdl(
				`${schema(`<xs:import schemaLocation="a.xsd"/>${request('<xs:sequence/>')}`)}`,
			),
			'https://settings.example.com/a.xsd': circle,
		},
		asked,
	);
	expect(asked).toEqual([`${ADDRESS}?wsdl`, 'https://settings.example.com/a.xsd']);
});

it.each([
	'http://settings.example.com/a.xsd',
	'https://other.example.com/a.xsd',
	'https://settings.example.com:444/a.xsd',
	'https://user:secret@other.example.com/a.xsd',
	'http://other.example.com//other.example.com/a.xsd',
	'//other.example.com/a.xsd',
	'urn:other',
	'file:///etc/passwd',
	'http://',
])('does not go to another origin, and fails without the part: %s', async (location) => {
	const asked: string[] = [];
	await expect(
		describeFrom(
			{
				[`${ADDRESS}?wsdl`]: wsdl(
					schema(`<xs:import schemaLocation="${location}"/>${request('<xs:sequence/>')}`),
				),
			},
			asked,
		),
	).rejects.toThrow(
		`Its part ${location === 'http://' ? 'about:invalid' : new URL(location, ADDRESS).href} cannot be read`,
	);
	expect(asked).toContain(`${ADDRESS}?singleWsdl`);
	expect(asked.filter((url) => new URL(url).origin !== new URL(ADDRESS).origin)).toEqual([]);
});

it('takes the description in one piece if a part of it is elsewhere', async () => {
	const location = 'http://internal:8080/Service.svc?xsd=xsd0';
	const asked: string[] = [];
	const description = await describeFrom(
		{
			[`${ADDRESS}?wsdl`]: wsdl(schema(`<xs:import schemaLocation="${location}"/>`)),
			[`${ADDRESS}?singleWsdl`]: wsdl(schema(request('<xs:sequence/>'))),
		},
		asked,
	);
	expect(description?.operations.size).toBe(1);
	expect(asked).toEqual([`${ADDRESS}?wsdl`, `${ADDRESS}?singleWsdl`]);
});

it.each([
	['a schema', `<xs:include schemaLocation="a.xsd"/>`],
	['what was to hold the operations', ''],
])('does not use a half: without %s', async (_what, include) => {
	const half =
		include === ''
			? '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"><w:import location="a.xsd"/></w:definitions>'
			: wsdl(schema(`${include}${request('<xs:sequence/>')}`));
	await expect(
		describeFrom({ [`${ADDRESS}?wsdl`]: half, [`${ADDRESS}?singleWsdl`]: half }),
	).rejects.toThrow('Its part https://settings.example.com/a.xsd cannot be read');
});

it('stops after a number of documents', async () => {
	const asked: string[] = [];
	const reading = readDescription(ADDRESS, async (url) => {
		asked.push(url);
		return parseXml(
			url.endsWith('?wsdl')
				? wsdl(schema(`<xs:import schemaLocation="0.xsd"/>${request('<xs:sequence/>')}`))
				: schema(`<xs:import schemaLocation="${asked.length}.xsd"/>`),
		);
	});
	await expect(reading).rejects.toThrow(/^Its part .*\.xsd cannot be read$/);
	expect(asked.length).toBeLessThan(140);
});

it('reads what a description imports', async () => {
	const part = wsdl(
		schema(request('<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>')),
	);
	const description = await describeFrom({
		[`${ADDRESS}?wsdl`]:
			'<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"><w:import namespace="urn:t" location="?wsdl=wsdl0"/></w:definitions>',
		[`${ADDRESS}?wsdl=wsdl0`]: part,
	});
	expect(names(description!.operations.get('Op')!.request)).toEqual(['a']);
});

it.each<Record<string, string>>([
	{},
	{ [`${ADDRESS}?wsdl`]: '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>' },
])('takes %j for no description', async (documents) => {
	expect(await describeFrom(documents)).toBeUndefined();
});

it('reads a derived type by the name it announces', async () => {
	const types = schema(
		`<xs:complexType name="Base"/><xs:complexType name="Special"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>${request(
			'<xs:sequence><xs:element name="a" type="t:Base"/></xs:sequence>',
		)}`,
	);
	const { request: op, schemas } = await operation(types);
	const answer = parseXml(
		'<Op xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:q="urn:t"><a i:type="q:Special"><n>5</n></a></Op>',
	);
	expect(readElement(answer, op.type(), { schemas, unwrapLists: true })).toEqual({ a: { n: 5 } });
});

it('passes on what the description does not know', async () => {
	const { request: op } = await operation(
		schema(request('<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>')),
	);
	expect(
		readElement(parseXml('<Op><a>1</a><new><deep>2</deep></new></Op>'), op.type(), {
			unwrapLists: true,
		}),
	).toEqual({ a: 1, new: { deep: '2' } });
});
