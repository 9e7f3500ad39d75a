import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { getOperationFields } from '../../../nodes/ProjectSettings/methods/resourceMapping';
import { singleWsdl } from '../../../sandbox/soap/contract';
import { editorContext, nodeInEditor } from '../../support/editorContext';
import { mapped, useSoapHarness, withForm, withJson } from './soapHarness';

const harness = useSoapHarness();
const realNow = Date.now;
let offset = 0;

beforeEach(() => {
	// What was read for the test before is too old for this one.
	offset += 3_600_000;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
});
afterEach(() => jest.restoreAllMocks());

async function form(resource: string, operation: string): Promise<ResourceMapperFields> {
	const credential = { type: 'translationProjectSettingsApi', id: 'soap' };
	const node = nodeInEditor('projectSettings', { resource, operation }, credential);
	const context = editorContext(harness.engine, node);
	return await getOperationFields.call(context as unknown as ILoadOptionsFunctions);
}

it('shows the fields of the operation with their types', async () => {
	const { fields } = await form('analysisCode', 'setLabel');
	expect(fields).toMatchObject([
		{ id: 'OrganisationId', displayName: 'OrganisationId', type: 'number', required: false },
		{ id: 'Code', displayName: 'Code', type: 'string', required: true },
		{ id: 'Label', displayName: 'Label (may be null)', type: 'string', required: false },
	]);
});

it('offers the values of an enumeration', async () => {
	const { fields } = await form('analysisCode', 'getAll');
	expect(fields).toMatchObject([
		{ id: 'OrganisationId', required: false },
		{
			id: 'Level',
			type: 'options',
			options: [{ value: 'Level1' }, { value: 'Level2' }, { value: 'Level3' }],
		},
		{ id: 'IncludeHidden', type: 'boolean', removed: true },
	]);
});

/** The widest label that the editor shows beside its switch between a value and an expression. */
const WIDEST_LABEL = 25;

describe('nested fields', () => {
	it('are rows with their names, types and choices; only lists are JSON', async () => {
		expect((await form('analysisCode', 'set')).fields).toMatchObject([
			{ id: 'OrganisationId', required: false },
			{ id: 'AnalysisCode/Code', displayName: 'Code', type: 'string', required: true },
			{ id: 'AnalysisCode/Label', displayName: 'Label (may be null)', type: 'string' },
			{
				id: 'AnalysisCode/Level',
				displayName: 'Level',
				type: 'options',
				required: true,
				options: [{ value: 'Level1' }, { value: 'Level2' }, { value: 'Level3' }],
			},
			{ id: 'AnalysisCode/Visible', displayName: 'Visible', type: 'boolean', removed: true },
			{ id: 'AnalysisCode/ParentCode', displayName: 'ParentCode (may be null)' },
			{ id: 'AnalysisCode/Modified', displayName: 'Modified', type: 'dateTime' },
			{ id: 'AnalysisCode/Tag', displayName: 'Tag (JSON list)', type: 'array', defaultValue: '[]' },
		]);
		expect((await form('priceList', 'set')).fields.map(({ displayName }) => displayName)).toEqual([
			'OrganisationId',
			'Name',
			'PriceListID',
			'Currency',
			'ValidFrom',
			'ValidTo (may be null)',
			'Prices (JSON)',
		]);
		expect((await form('analysisCode', 'setLevel')).fields).toMatchObject([
			{},
			{ id: 'Codes', displayName: 'Codes (JSON list)', type: 'array', defaultValue: '[]' },
			{},
		]);
	});

	const rows = { 'AnalysisCode/Code': 'MKT', 'AnalysisCode/Level': 'Level1' };
	const set = (value: IDataObject) =>
		withForm('analysisCode', 'set', { OrganisationId: 1001, ...value });

	it.each([
		['rows', rows],
		['an object', { AnalysisCode: { Code: 'MKT', Level: 'Level1', Label: null } }],
	])('are sent from %s, without what stays empty', async (_, value) => {
		const empty = { 'AnalysisCode/Label': null, 'AnalysisCode/ParentCode': '' };
		const { items, error } = await harness.run(
			set({ ...('AnalysisCode' in value ? {} : empty), ...value }),
		);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { Code: 'MKT', Level: 'Level1' } }]);
		expect(harness.lastCall.envelope).not.toMatch(
			/nil=|<[^>]*(Label|Visible|ParentCode|Modified|Tag)>/,
		);
	});

	it('are sent as nil where wanted, and where their object has a value', async () => {
		const value = { ...rows, 'AnalysisCode/Label': null };
		await harness.run({ ...set(value), options: { emptyFields: 'nil' } });
		expect(harness.lastCall.envelope).toMatch(/<Label[^>]*xsi:nil="true"/);
		const before = harness.received.length;
		const { error } = await harness.run({
			...set({ 'AnalysisCode/Code': null, 'AnalysisCode/Level': '' }),
			options: { emptyFields: 'nil' },
		});
		expect(error?.message).toBe('"AnalysisCode" is missing');
		expect(harness.received).toHaveLength(before);
	});

	it('are taken from fields of the input with the same names', async () => {
		const { items, error } = await harness.run(mapped('analysisCode', 'set'), {
			input: [{ OrganisationId: 1001, Code: 'MKT', Level: 'Level2', Other: 1 }],
		});
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { Code: 'MKT', Level: 'Level2' } }]);
	});

	it.each([
		['leaveOut', '<Code>MKT</Code><Level>Level1</Level>'],
		['text', '<Code>MKT</Code><Label/><Level>Level1</Level><ParentCode/>'],
		[
			'nil',
			'<Code>MKT</Code><Label xsi:nil="true"/><Level>Level1</Level><ParentCode xsi:nil="true"/>',
		],
	])('are taken from the input with Empty Fields: %s', async (emptyFields, wanted) => {
		const empty = { Label: null, ParentCode: '', Visible: '', Modified: null, Tag: null };
		const { error } = await harness.run(
			{ ...mapped('analysisCode', 'set'), options: { emptyFields } },
			{ input: [{ OrganisationId: 1001, Code: 'MKT', Level: 'Level1', ...empty }] },
		);
		expect(error).toBeUndefined();
		expect(harness.lastCall.envelope.replace(/ xmlns(:\w+)?="[^"]*"/g, '')).toContain(
			`<AnalysisCode>${wanted}</AnalysisCode>`,
		);
	});

	it('are taken from an object of the input without its nulls', async () => {
		const AnalysisCode = { Code: 'MKT', Level: 'Level1', Label: null };
		const { error } = await harness.run(mapped('analysisCode', 'set'), {
			input: [{ OrganisationId: 1001, AnalysisCode }],
		});
		expect(error).toBeUndefined();
		expect(harness.lastCall.envelope).not.toMatch(/Label/);
	});

	it('say all that is missing or wrong at once, with what is accepted', async () => {
		const { error } = await harness.run(
			withForm('analysisCode', 'set', {
				'AnalysisCode/Level': '1',
				'AnalysisCode/Visible': 'perhaps',
			}),
		);
		expect(error?.message).toBe(
			[
				'The organisation is missing: enter OrganisationId in this node, or Organisation in the credential',
				'"AnalysisCode.Code" is missing',
				'"AnalysisCode.Level" cannot be "1"',
				'"AnalysisCode.Visible" must be true or false, not "perhaps"',
			].join('. '),
		);
		expect(error?.description).toContain('"AnalysisCode.Level" accepts: Level1, Level2, Level3.');
		expect(harness.received).toEqual([]);
	});

	it('say what they take where nothing is given', async () => {
		const { error } = await harness.run(withJson('analysisCode', 'set', { OrganisationId: 1001 }));
		expect(error?.message).toBe('"AnalysisCode" is missing');
		expect(error?.description).toContain(
			'Its fields are: Code (required), Label, Level (required: Level1, Level2, Level3), Visible, ParentCode, Modified, Tag.',
		);
		const { error: one } = await harness.run(
			withJson('analysisCode', 'set', { OrganisationId: 1001, AnalysisCode: { Code: 'MKT' } }),
		);
		expect(one?.message).toBe('"AnalysisCode.Level" is missing');
		expect(one?.description).toContain('accepts: Level1, Level2, Level3.');
	});
});

it.each(['set', 'setLabel', 'setLevel', 'setVisibility', 'setLevelVisibility', 'delete', 'getAll'])(
	'shows every label of %s whole',
	async (operation) => {
		harness.use({ organisation: '1001' });
		const { fields } = await form('analysisCode', operation);
		const cut = fields.filter(({ displayName }) => displayName.length > WIDEST_LABEL);
		expect(cut.map(({ displayName }) => displayName)).toEqual([]);
	},
);

it('calls the one field optional into which the organisation of the credential goes', async () => {
	const organisation = '<xs:element name="OrganisationId" type="xs:int"/>';
	const whole = singleWsdl({ address: harness.info.url, withTicket: false });
	const nested = whole.replace(
		new RegExp(`(<xs:element name="GetOrganisationPriceList">.*?)${organisation}`),
		`$1<xs:element name="o"><xs:complexType><xs:sequence>${organisation}<xs:element name="OrgCode" type="xs:int"/></xs:sequence></xs:complexType></xs:element>`,
	);
	harness.service.inject({ operation: 'description', answer: { body: nested } });
	harness.use({ organisation: '1001' });
	expect((await form('priceList', 'get')).fields).toMatchObject([
		{ id: 'o/OrganisationId', displayName: 'OrganisationId (optional)', required: false },
		{ id: 'o/OrgCode', displayName: 'OrgCode', required: true },
	]);
});

it('leaves out the ticket, which the credential provides', async () => {
	harness.service.settings.authentication = 'ticket';
	harness.use({ authentication: 'ticket', ticketSource: 'given', ticketSecret: 'sandbox-ticket' });
	expect((await form('priceList', 'get')).fields.map(({ id }) => id)).toEqual(['OrganisationId']);
});

it('says what to do when the service offers no description', async () => {
	harness.service.settings.hideWsdl = true;
	expect(await form('priceList', 'get')).toEqual({
		fields: [],
		emptyFieldsNotice: expect.stringContaining('Using Fields Below'),
	});
});

it('does not make a form of more fields than anybody can fill in', async () => {
	const whole = singleWsdl({ address: harness.info.url, withTicket: false });
	const body = whole.replace(
		/(<xs:element name="GetOrganisationPriceList"><xs:complexType><xs:sequence>)/,
		`$1${'<xs:element name="a" type="xs:int"/>'.repeat(1_001)}`,
	);
	harness.service.inject({ operation: 'description', answer: { body } });
	expect(await form('priceList', 'get')).toEqual({
		fields: [],
		emptyFieldsNotice:
			"GetOrganisationPriceList has too many fields for a form. Set 'Specify Fields' to 'Using JSON'.",
	});
});

it('shares one reading of the description between operations opened one after the other', async () => {
	await form('priceList', 'get');
	await form('priceList', 'set');
	expect(harness.documentsRead).toBe(1);
});

it('reads the description again when the list is refreshed a little later', async () => {
	await form('priceList', 'get');
	offset += 11_000;
	await form('priceList', 'get');
	expect(harness.documentsRead).toBe(2);
});

it('lets executions use the description for an hour', async () => {
	const run = async () =>
		await harness.call('analysisCode', 'getAll', {}, { options: { serviceDescription: 'use' } });
	await run();
	offset += 59 * 60_000;
	await run();
	expect(harness.documentsRead).toBe(1);
	offset += 2 * 60_000;
	await run();
	expect(harness.documentsRead).toBe(2);
});

it('does without the description when told to', async () => {
	const [first] = await harness.call(
		'analysisCode',
		'getAll',
		{},
		{ options: { serviceDescription: 'ignore' } },
	);
	expect(first?.Visible).toBe('true');
	expect(harness.documentsRead).toBe(0);
});
