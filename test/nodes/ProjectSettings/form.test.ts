import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, ILoadOptionsFunctions, INode, ResourceMapperFields } from 'n8n-workflow';

import { getOperationFields } from '../../../nodes/ProjectSettings/methods/resourceMapping';
import { singleWsdl } from '../../../sandbox/soap/contract';
import { PACKAGE } from '../../../scripts/engine';
import { useSoapHarness, withForm } from './soapHarness';

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
	const node: INode = {
		id: '1',
		name: 'Node',
		type: `${PACKAGE}.projectSettings`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation },
		credentials: { translationProjectSettingsApi: { id: 'soap', name: 'Sandbox' } },
	};
	const workflow = harness.engine.workflow({ nodes: [node], connections: {} });
	const context = new LoadOptionsContext(
		workflow,
		node,
		harness.engine.additionalData(workflow),
		'parameters',
	);
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

describe('nested fields and lists', () => {
	it('are JSON that shows the names of the fields, so that no editor is empty', async () => {
		expect((await form('analysisCode', 'set')).fields).toMatchObject([
			{},
			{
				id: 'AnalysisCode',
				displayName: 'AnalysisCode (JSON)',
				type: 'object',
				defaultValue: JSON.stringify(
					{
						Code: null,
						Label: null,
						Level: null,
						Visible: null,
						ParentCode: null,
						Modified: null,
						Tag: null,
					},
					null,
					2,
				),
			},
		]);
		expect((await form('analysisCode', 'setLevel')).fields).toMatchObject([
			{},
			{ id: 'Codes', displayName: 'Codes (JSON list)', type: 'array', defaultValue: '[]' },
			{},
		]);
	});

	it('leave alone what stays null', async () => {
		const { fields } = await form('analysisCode', 'set');
		const shown = JSON.parse(String(fields[1]!.defaultValue)) as IDataObject;
		const { items, error } = await harness.run(
			withForm('analysisCode', 'set', {
				OrganisationId: 1001,
				AnalysisCode: { ...shown, Code: 'MKT', Level: 'Level1' },
			}),
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(harness.lastCall.envelope).not.toMatch(
			/nil=|<[^>]*(Label|Visible|ParentCode|Modified|Tag)>/,
		);
	});

	it('say which of their fields is missing', async () => {
		const { error } = await harness.run(
			withForm('analysisCode', 'set', {
				OrganisationId: 1001,
				AnalysisCode: { Code: 'MKT', Level: null },
			}),
		);
		expect(error?.message).toContain('"AnalysisCode.Level" is missing');
	});
});

it.each(['set', 'setLabel', 'setLevel', 'setVisibility', 'setLevelVisibility', 'delete', 'getAll'])(
	'shows every label of %s whole',
	async (operation) => {
		harness.use({ organization: '1001' });
		const { fields } = await form('analysisCode', operation);
		const cut = fields.filter(({ displayName }) => displayName.length > WIDEST_LABEL);
		expect(cut.map(({ displayName }) => displayName)).toEqual([]);
	},
);

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

it('reads the description in one piece when its parts name an unreachable host', async () => {
	harness.service.settings.foreignImports = true;
	expect((await form('priceList', 'getById')).fields).toMatchObject([
		{ id: 'PriceListID', type: 'number' },
	]);
});

it('shares one reading of the description between operations opened one after the other', async () => {
	await form('priceList', 'get');
	await form('priceList', 'set');
	expect(harness.documentsRead).toBe(3);
});

it('reads the description again when the list is refreshed a little later', async () => {
	await form('priceList', 'get');
	offset += 11_000;
	await form('priceList', 'get');
	expect(harness.documentsRead).toBe(6);
});

it('lets executions use the description for an hour', async () => {
	const run = async () =>
		await harness.call('analysisCode', 'getAll', {}, { options: { serviceDescription: 'use' } });
	await run();
	offset += 59 * 60_000;
	await run();
	expect(harness.documentsRead).toBe(3);
	offset += 2 * 60_000;
	await run();
	expect(harness.documentsRead).toBe(6);
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
