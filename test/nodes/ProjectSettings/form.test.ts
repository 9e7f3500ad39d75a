import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INode, ResourceMapperFields } from 'n8n-workflow';

import { getOperationFields } from '../../../nodes/ProjectSettings/methods/resourceMapping';
import { singleWsdl } from '../../../sandbox/soap/contract';
import { PACKAGE } from '../../../scripts/engine';
import { useSoapHarness } from './soapHarness';

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
		{ id: 'OrganisationId', displayName: 'OrganisationId', type: 'number', required: true },
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

it('asks for nested fields and lists as JSON', async () => {
	expect((await form('analysisCode', 'set')).fields).toMatchObject([
		{},
		{
			id: 'AnalysisCode',
			displayName: 'AnalysisCode (JSON: Code, Label, Level, Visible, ParentCode, Modified, …)',
			type: 'object',
		},
	]);
	expect((await form('analysisCode', 'setLevel')).fields).toMatchObject([
		{},
		{ id: 'Codes', displayName: 'Codes (list as JSON)', type: 'array' },
		{},
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
			'GetOrganisationPriceList has too many fields for a form. Set "Specify Fields" to "Using JSON".',
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
