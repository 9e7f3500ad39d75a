/** The organisation in the credential, for nodes that give none. */
import { useSoapHarness, withForm, withJson, withPairs } from './soapHarness';

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
