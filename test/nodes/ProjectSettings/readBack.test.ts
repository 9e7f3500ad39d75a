import { FIRST_ORGANISATION as ORGANISATION } from '../../../sandbox/soap';
import { useSoapHarness, withForm, withJson, withPairs } from './soapHarness';

const harness = useSoapHarness();

const SET = 'SetOrganisationAnalysisCode';
const GET = 'GetAnalysisCodes';
const calls = (operation: string) =>
	harness.received.filter((call) => call.operation === operation).length;
const loseAnswer = (operation: string) => harness.service.inject({ operation, drop: 'after' });

describe('a change is recognised by what it sent', () => {
	const code = { Code: 'NEW', Level: 'Level2', Label: 'N', Tag: ['a'] };
	const prices = [{ SourceLanguage: 'en-us', TargetLanguage: 'de-de', UnitPrice: '0.10' }];
	const priceList = { Name: 'N', Currency: 'USD', ValidFrom: '2026-02-01' };

	it.each([
		[
			'JSON in a form',
			SET,
			withForm('analysisCode', 'set', {
				OrganisationId: ORGANISATION,
				AnalysisCode: JSON.stringify(code),
			}),
		],
		[
			'JSON in pairs',
			SET,
			withPairs('analysisCode', 'set', [
				['OrganisationId', String(ORGANISATION)],
				['AnalysisCode', JSON.stringify(code)],
			]),
		],
		[
			'JSON inside JSON',
			SET,
			withJson('analysisCode', 'set', {
				OrganisationId: ORGANISATION,
				AnalysisCode: { ...code, Tag: '["a"]' },
			}),
		],
		[
			'a list without its wrapper',
			'SetOrganisationPriceList',
			withForm('priceList', 'set', {
				OrganisationId: ORGANISATION,
				PriceList: JSON.stringify({ ...priceList, Prices: prices }),
			}),
		],
		[
			'a list in its wrapper',
			'SetOrganisationPriceList',
			withForm('priceList', 'set', {
				OrganisationId: ORGANISATION,
				PriceList: JSON.stringify({ ...priceList, Prices: { Price: prices[0]! } }),
			}),
		],
	])('%s', async (_what, operation, parameters) => {
		loseAnswer(operation);
		const { items } = await harness.run(parameters);
		expect(items[0]?.json).toMatchObject({
			success: true,
			confirmedBy: expect.stringMatching(/^Get/),
		});
		expect(calls(operation)).toBe(1);
	});

	it('also where each message carries a ticket', async () => {
		harness.service.settings.authentication = 'ticket';
		harness.use({
			authentication: 'ticket',
			ticketSource: 'given',
			ticketSecret: 'sandbox-ticket',
		});
		loseAnswer(SET);
		const { items } = await harness.run(
			withJson('analysisCode', 'set', { OrganisationId: ORGANISATION, AnalysisCode: code }),
		);
		expect(items[0]?.json).toEqual({ success: true, confirmedBy: GET });
	});
});

describe('an equal entry elsewhere', () => {
	/** A service that reads the codes of all organisations at once. */
	const wsdl = (
		inEntry: string,
		inParent = '',
	) => `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t">
		<w:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="urn:t">
			<xs:complexType name="Code"><xs:sequence><xs:element name="Code" type="xs:string"/>${inEntry}</xs:sequence></xs:complexType>
			<xs:complexType name="Codes"><xs:sequence><xs:element name="AnalysisCode" minOccurs="0" maxOccurs="unbounded" type="t:Code"/></xs:sequence></xs:complexType>
			<xs:complexType name="Owner"><xs:sequence>${inParent}<xs:element name="Codes" type="t:Codes"/></xs:sequence></xs:complexType>
			<xs:element name="${SET}"><xs:complexType><xs:sequence><xs:element name="OrganisationId" type="xs:int"/><xs:element name="AnalysisCode" type="t:Code"/></xs:sequence></xs:complexType></xs:element>
			<xs:element name="${SET}Response"><xs:complexType/></xs:element>
			<xs:element name="${GET}"><xs:complexType/></xs:element>
			<xs:element name="${GET}Response"><xs:complexType><xs:sequence><xs:element name="Owner" maxOccurs="unbounded" type="t:Owner"/></xs:sequence></xs:complexType></xs:element>
		</xs:schema></w:types>
		${[SET, GET].map((name) => `<w:message name="${name}In"><w:part name="p" element="t:${name}"/></w:message><w:message name="${name}Out"><w:part name="p" element="t:${name}Response"/></w:message>`).join('')}
		<w:portType name="P">${[SET, GET].map((name) => `<w:operation name="${name}"><w:input message="t:${name}In"/><w:output message="t:${name}Out"/></w:operation>`).join('')}</w:portType></w:definitions>`;

	const ID = '<xs:element name="OrganisationId" minOccurs="0" type="xs:int"/>';
	const envelope = (inner: string) =>
		`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`;
	const owner = (id: number, code: string) =>
		`<Owner><OrganisationId>${id}</OrganisationId><Codes><AnalysisCode><Code>${code}</Code></AnalysisCode></Codes></Owner>`;

	async function setLosingItsAnswer(description: string, read: string) {
		harness.service.inject({ operation: 'description', times: 9, answer: { body: description } });
		harness.service.inject({
			operation: SET,
			times: 9,
			answer: { status: 500, contentType: 'text/plain', body: 'Oops' },
		});
		harness.service.inject({
			operation: GET,
			times: 99,
			answer: { body: envelope(`<${GET}Response xmlns="urn:t">${read}</${GET}Response>`) },
		});
		return await harness.run({
			...withJson('analysisCode', 'set', { OrganisationId: 2002, AnalysisCode: { Code: 'MKT' } }),
			options: { maxTries: 1 },
		});
	}

	it('does not confirm a change', async () => {
		const { error } = await setLosingItsAnswer(wsdl('', ID), owner(1001, 'MKT'));
		expect(error?.message).toBe(`${SET}: the service is not available (HTTP 500)`);
		expect(error?.description).toContain('The call may have taken effect');
		// It was looked for until nothing could come any more.
		expect(calls(GET)).toBeGreaterThan(5);
	});

	it('leaves it open when the answer does not say whose it is', async () => {
		const { error } = await setLosingItsAnswer(
			wsdl(''),
			'<Owner><Codes><AnalysisCode><Code>MKT</Code></AnalysisCode></Codes></Owner>',
		);
		expect(error?.description).toContain('The call may have taken effect');
		expect(calls(GET)).toBe(0);
	});

	it('does not hide the right one', async () => {
		const { items } = await setLosingItsAnswer(
			wsdl('', ID),
			owner(1001, 'MKT') + owner(2002, 'MKT'),
		);
		expect(items[0]?.json).toEqual({ success: true, confirmedBy: GET });
	});
});

/** So a change is not simply repeated, though it may name its target. */
describe('a change that takes effect late', () => {
	const OrganisationId = ORGANISATION;
	const codes = () => harness.service.organisations.get(ORGANISATION).codes;
	const setLabel = (Label: string) =>
		withJson('analysisCode', 'setLabel', { OrganisationId, Code: 'MKT', Label });

	it.each([
		['overwrites no later one', setLabel('First'), setLabel('Second'), 'Second'],
		[
			'deletes no code that was made since',
			withJson('analysisCode', 'delete', { OrganisationId, Code: 'MKT' }),
			withJson('analysisCode', 'set', {
				OrganisationId,
				AnalysisCode: { Code: 'MKT', Level: 'Level1', Label: 'New' },
			}),
			'New',
		],
	])('%s', async (_what, first, second, label) => {
		harness.fault({
			method: 'POST',
			path: '/ProjectSettingsService.svc',
			lateEffectMs: 20_000,
		});
		for (const parameters of [first, second])
			expect((await harness.run(parameters)).error).toBeUndefined();
		await harness.advance(200_000);
		expect(harness.faultsLeft).toEqual([]);
		expect(codes().get('MKT')?.Label).toBe(label);
	});
});
