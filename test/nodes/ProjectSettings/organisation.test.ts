/** The organisation in the credential, for nodes that give none. */
import type { INodeParameters } from 'n8n-workflow';

import { singleWsdl } from '../../../sandbox/soap/contract';
import { mapped, useSoapHarness, withForm, withJson, withPairs } from './soapHarness';

const harness = useSoapHarness();

/** What the last call says about the organisation. */
const sent = () =>
	/<[^>]*OrganisationId[^>]*>([^<]*)</.exec(harness.lastCall.envelope)?.[1] ?? 'nothing';

describe.each([
	['the form', withForm('analysisCode', 'delete', { OrganisationId: null, Code: 'MKT' })],
	['JSON', withJson('analysisCode', 'delete', { Code: 'MKT' })],
	['pairs', withPairs('analysisCode', 'delete', [['Code', 'MKT']])],
])('a node that gives none in %s', (_, parameters) => {
	it('takes that of the credential', async () => {
		const { error } = await harness.run(parameters, { credential: { organisation: ' 1001 ' } });
		expect(error).toBeUndefined();
		expect(sent()).toBe('1001');
		expect(harness.lastCall.errors).toEqual([]);
	});

	it('sends nothing without it and names both places', async () => {
		const { error } = await harness.run(parameters);
		expect(error?.message).toContain(
			'The organisation is missing: enter OrganisationId in this node, or Organisation in the credential',
		);
		expect(harness.received).toEqual([]);
	});
});

it('a value in the node wins', async () => {
	await harness.run(withJson('priceList', 'get', { OrganisationId: 1001 }), {
		credential: { organisation: '9' },
	});
	expect(sent()).toBe('1001');
});

it('is sent where the service takes it but does not require it', async () => {
	await harness.run(withJson('analysisCode', 'getAll'), { credential: { organisation: '1001' } });
	expect(sent()).toBe('1001');
	await harness.run(withJson('analysisCode', 'getAll'));
	expect(sent()).toBe('nothing');
});

it('is not sent to an operation that takes none', async () => {
	await harness.run(withJson('priceList', 'getById', { PriceListID: 1 }), {
		credential: { organisation: '1001' },
	});
	expect(sent()).toBe('nothing');
	expect(harness.lastCall.errors).toEqual([]);
});

it('comes first, under its usual name, if the service has no description', async () => {
	harness.service.settings.hideWsdl = true;
	await harness.run(withJson('analysisCode', 'delete', { Code: 'MKT' }), {
		credential: { organisation: '1001' },
	});
	expect(sent()).toBe('1001');
	expect(harness.lastCall.errors).toEqual([]);
	await harness.run(withJson('analysisCode', 'getAll'));
	expect(sent()).toBe('nothing');
});

it.each(['all', 'choice'])('comes first as well if the request is an xs:%s', async (kind) => {
	const body = singleWsdl({ address: harness.info.url, withTicket: false }).replace(
		/(<xs:element name="DeleteOrganisationAnalysisCode"><xs:complexType>)<xs:sequence>(.*?)<\/xs:sequence>/,
		`$1<xs:${kind}>$2</xs:${kind}>`,
	);
	harness.service.inject({ operation: 'description', times: 9, answer: { body } });
	const given = withJson('analysisCode', 'delete', { Code: 'MKT' });
	const { error } = await harness.run(given, { credential: { organisation: '1001' } });
	expect(error).toBeUndefined();
	expect(sent()).toBe('1001');
	expect(harness.lastCall.errors).toEqual([]);
});

describe('in an object, as the only field of that name', () => {
	const ORGANISATION = '<xs:element minOccurs="0" name="OrganisationId" type="xs:int"/>';
	const field = (name: string) => `<xs:element name="${name}" type="xs:string"/>`;

	/** The service takes one object, in which the organisation is a field. */
	function describeAs(organisation = ORGANISATION, object = 'minOccurs="0" nillable="true"') {
		const whole = singleWsdl({ address: harness.info.url, withTicket: false });
		const body = whole.replace(
			/(<xs:element name="SetOrganisationAnalysisCodeLabel">).*?(<\/xs:complexType><\/xs:element>)/,
			`$1<xs:complexType><xs:sequence><xs:element name="request" ${object}><xs:complexType><xs:sequence>${field('Code')}${field('Label')}${organisation}</xs:sequence></xs:complexType></xs:element></xs:sequence>$2`,
		);
		harness.service.inject({ operation: 'description', times: 9, answer: { body } });
	}

	/** The service itself knows nothing of the object. */
	async function sentBy(parameters: INodeParameters, organisation = '1001') {
		await harness.run(parameters, {
			input: [{ Code: 'MKT', Label: 'New' }],
			credential: { organisation },
		});
		return /<request>.*<\/request>/.exec(harness.lastCall.envelope)?.[0];
	}
	const given = { Code: 'MKT', Label: 'New' };
	const json = (fields: unknown) => withJson('analysisCode', 'setLabel', fields);
	const start = '<request><Code>MKT</Code><Label>New</Label>';
	const WITH = `${start}<OrganisationId>1001</OrganisationId></request>`;

	it.each([
		[
			'the form',
			withForm('analysisCode', 'setLabel', { 'request/Code': 'MKT', 'request/Label': 'New' }),
		],
		['the input', mapped('analysisCode', 'setLabel')],
		['JSON', json({ request: given })],
		['pairs', withPairs('analysisCode', 'setLabel', [['request', JSON.stringify(given)]])],
	])('is taken from the credential for fields from %s', async (_, parameters) => {
		describeAs();
		expect(await sentBy(parameters)).toBe(WITH);
		expect(await sentBy(parameters, '')).toBe(`${start}</request>`);
	});

	it('gives way to a value in the node, and does not make up for one that is wrong', async () => {
		describeAs();
		expect(await sentBy(json({ request: { ...given, OrganisationId: 7 } }))).toBe(
			`${start}<OrganisationId>7</OrganisationId></request>`,
		);
		const before = harness.received.length;
		for (const request of ['no object', [given]]) {
			const { error } = await harness.run(json({ request }), {
				credential: { organisation: '1001' },
			});
			expect(error?.message).toMatch(/"request" must be a JSON object/);
		}
		expect(harness.received).toHaveLength(before);
	});

	it('says what is missing', async () => {
		describeAs(ORGANISATION.replace(' minOccurs="0"', ''), '');
		expect(await sentBy(json({ request: given }))).toBe(WITH);
		const before = harness.received.length;
		const { error } = await harness.run(json({ request: given }));
		expect(error?.message).toContain(
			'The organisation is missing: enter OrganisationId in this node, or Organisation in the credential',
		);
		const { error: other } = await harness.run(json({ request: { Code: 'MKT' } }), {
			credential: { organisation: '1001' },
		});
		expect(other?.message).toBe('"request.Label" is missing');
		expect(harness.received).toHaveLength(before);
	});

	it('is left alone if there is such a field outside as well', async () => {
		describeAs(`${ORGANISATION}</xs:sequence></xs:complexType></xs:element>
			<xs:element name="OrgCode" type="xs:string"/><xs:element minOccurs="0" name="more"><xs:complexType><xs:sequence>${field('a')}`);
		expect(await sentBy(json({ request: given }))).toBe(`${start}</request>`);
		expect(harness.lastCall.envelope).toContain('<OrgCode>1001</OrgCode>');
	});
});
