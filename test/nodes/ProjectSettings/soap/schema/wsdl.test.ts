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

async function operation(types: string) {
	const found = (await describeFrom({ [`${ADDRESS}?singleWsdl`]: wsdl(types) }))?.get('Op');
	if (!found) throw new Error('The operation was not found');
	return found;
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
	it.each([
		['a group', `${group}<xs:complexType name="P"><xs:group ref="t:G"/></xs:complexType>`],
		[
			'a reference to an element',
			'<xs:element name="b" type="xs:int"/><xs:complexType name="P"><xs:sequence><xs:element ref="t:b"/></xs:sequence></xs:complexType>',
		],
		[
			'a text with attributes',
			'<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>',
		],
		[
			'a choice',
			'<xs:complexType name="P"><xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>',
		],
		[
			'a sequence that repeats',
			'<xs:complexType name="P"><xs:sequence maxOccurs="2"><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
		],
		[
			'an unknown base',
			'<xs:complexType name="P"><xs:complexContent><xs:extension base="t:Q"/></xs:complexContent></xs:complexType>',
		],
	])('is sent and read as it is given: %s', async (_what, types) => {
		const { request: op } = await operation(
			schema(`${types}${request('<xs:sequence><xs:element name="p" type="t:P"/></xs:sequence>')}`),
		);
		expect(encodeDescribed(op, [['p', { b: 1, a: 'x' }]])).toEqual([
			{
				namespace: 'urn:t',
				name: 'p',
				content: [
					{ namespace: 'urn:t', name: 'b', content: '1' },
					{ namespace: 'urn:t', name: 'a', content: 'x' },
				],
			},
		]);
		const read = readElement(parseXml('<Op><p currency="EUR">1.50</p></Op>'), op.type(), true);
		expect(read).toEqual({ p: { '#text': '1.50', '@currency': 'EUR' } });
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
			content: [{ namespace: 'urn:d', name: 'c', content: '2' }],
		},
		{ namespace: '', name: 'b', content: '1' },
	]);
});

it('finds the built-in type and the values of an enumeration', async () => {
	const { request: op } = await operation(
		schema(
			`${request('<xs:sequence><xs:element name="a" type="t:Level"/></xs:sequence>')}<xs:simpleType name="Level"><xs:restriction base="t:Base"><xs:enumeration value="x"/></xs:restriction></xs:simpleType><xs:simpleType name="Base"><xs:restriction base="xs:token"/></xs:simpleType>`,
		),
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
	expect(complex(op).elements[0]?.type().kind).toMatch(/simple|open/);
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
		const sizes = complex(op).elements.map((element) => complex(element).elements?.length ?? 0);
		expect(sizes.slice(0, 3)).toEqual([1, 2, 3]);
		expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(50_000);
	});
});

it('is asked for in the usual way if there is none in one piece', async () => {
	const asked: string[] = [];
	const whole = wsdl(schema(request('<xs:sequence/>')));
	expect((await describeFrom({ [`${ADDRESS}?wsdl`]: whole }, asked))?.size).toBe(1);
	expect(asked).toEqual([`${ADDRESS}?singleWsdl`, `${ADDRESS}?wsdl`]);
});

describe('if the description in one piece cannot be read', () => {
	const describeAfter = async (usual: () => string | undefined) =>
		await readDescription(ADDRESS, async (url) => {
			if (url.endsWith('?singleWsdl')) throw new Error('first');
			const text = usual();
			return text === undefined ? undefined : parseXml(text);
		});

	it('the usual one counts', async () => {
		const found = await describeAfter(() => wsdl(schema(request('<xs:sequence/>'))));
		expect(found?.size).toBe(1);
	});

	it.each<[string, () => string | undefined]>([
		['is none', () => undefined],
		['describes nothing', () => '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>'],
		['is no XML', () => 'none'],
	])('that is the error if the usual one %s', async (_what, usual) => {
		await expect(describeAfter(usual)).rejects.toThrow('first');
	});
});

it.each([
	['a schema that is imported', '<xs:import schemaLocation="http://other.example.com/a.xsd"/>'],
	['a schema that is included', '<xs:include schemaLocation="a.xsd"/>'],
	['another WSDL', ''],
])('is not used by halves, and no part is followed: %s', async (_what, reference) => {
	const asked: string[] = [];
	const half =
		reference === ''
			? '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"><w:import location="a.wsdl"/></w:definitions>'
			: wsdl(schema(`${reference}${request('<xs:sequence/>')}`));
	await expect(describeFrom({ [`${ADDRESS}?wsdl`]: half }, asked)).rejects.toThrow(
		'It comes in parts',
	);
	expect(asked).toEqual([`${ADDRESS}?singleWsdl`, `${ADDRESS}?wsdl`]);
});

it.each<Record<string, string>>([
	{},
	{ [`${ADDRESS}?wsdl`]: '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"/>' },
])('takes %j for no description', async (documents) => {
	expect(await describeFrom(documents)).toBeUndefined();
});

it('passes on what the description does not know', async () => {
	const { request: op } = await operation(
		schema(request('<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>')),
	);
	expect(
		readElement(parseXml('<Op><a>1</a><new><deep>2</deep></new></Op>'), op.type(), true),
	).toEqual({ a: 1, new: { deep: '2' } });
});
