import { SOAP_OPERATIONS } from '../../../nodes/ProjectSettings/soapOperations';
import { FIRST_ORGANISATION as ORGANISATION } from '../../../sandbox/soap';
import { mapped, useSoapHarness, withForm, withPairs } from './soapHarness';

const DATA = 'http://schemas.datacontract.org/2004/07/Sandbox.ProjectSettings';

const harness = useSoapHarness();
afterEach(() => {
	expect(harness.received.flatMap(({ errors }) => errors)).toEqual([]);
});

/**
 * In an object of the data namespace every name carries it, when there is no description to say so.
 */
function qualified(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(qualified);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [`{${DATA}}${name}`, qualified(inner)]),
	);
}

describe.each([
	{ mode: 'with a description', hideWsdl: false, data: (value: object): unknown => value },
	{ mode: 'without a description', hideWsdl: true, data: qualified },
])('$mode', ({ hideWsdl, data }) => {
	beforeEach(() => {
		harness.service.settings.hideWsdl = hideWsdl;
	});

	const codes = async () =>
		await harness.call(
			'analysisCode',
			'getAll',
			{ OrganisationId: ORGANISATION, IncludeHidden: true },
			{ returnAll: true },
		);
	const code = async (name: string) => (await codes()).find(({ Code }) => Code === name);

	it('getAll returns one item per analysis code', async () => {
		expect((await codes()).map(({ Code }) => Code)).toEqual(['MKT', 'MKT-WEB', 'LEGAL']);
	});

	it('set creates an analysis code', async () => {
		await harness.call('analysisCode', 'set', {
			OrganisationId: ORGANISATION,
			AnalysisCode: data({
				Code: 'HR',
				Label: 'Human resources',
				Level: 'Level3',
				Visible: true,
				Tag: ['people'],
			}),
		});
		expect(await code('HR')).toMatchObject({ Label: 'Human resources', Level: 'Level3' });
	});

	it('set changes an analysis code that exists', async () => {
		await harness.call('analysisCode', 'set', {
			OrganisationId: ORGANISATION,
			AnalysisCode: data({ Code: 'MKT', Label: 'Sales', Level: 'Level2', Visible: true }),
		});
		expect(await code('MKT')).toMatchObject({ Label: 'Sales', Level: 'Level2' });
		expect(await codes()).toHaveLength(3);
	});

	it('setLabel changes the label', async () => {
		await harness.call('analysisCode', 'setLabel', {
			OrganisationId: ORGANISATION,
			Code: 'MKT',
			Label: 'Advertising',
		});
		expect(await code('MKT')).toMatchObject({ Label: 'Advertising' });
	});

	it('setLabel to null removes the label', async () => {
		await harness.call('analysisCode', 'setLabel', {
			OrganisationId: ORGANISATION,
			Code: 'MKT',
			Label: null,
		});
		expect(await code('MKT')).toMatchObject({ Label: null });
	});

	it('setLevel moves several codes', async () => {
		await harness.call('analysisCode', 'setLevel', {
			OrganisationId: ORGANISATION,
			Codes: ['MKT', 'LEGAL'],
			Level: 'Level3',
		});
		expect((await codes()).map(({ Level }) => Level)).toEqual(['Level3', 'Level2', 'Level3']);
	});

	it('setVisibility hides a code', async () => {
		await harness.call('analysisCode', 'setVisibility', {
			OrganisationId: ORGANISATION,
			Code: 'MKT',
			Visible: false,
		});
		expect(String((await code('MKT'))?.Visible)).toBe('false');
	});

	it('setLevelVisibility hides all codes of a level', async () => {
		await harness.call('analysisCode', 'setLevelVisibility', {
			OrganisationId: ORGANISATION,
			Level: 'Level1',
			Visible: false,
		});
		const visible = await harness.call('analysisCode', 'getAll', { OrganisationId: ORGANISATION });
		expect(visible.map(({ Code }) => Code)).toEqual(['MKT-WEB']);
	});

	it('delete removes a code and says so', async () => {
		expect(
			await harness.call('analysisCode', 'delete', {
				OrganisationId: ORGANISATION,
				Code: 'MKT-WEB',
			}),
		).toEqual([{ success: true }]);
		expect(await code('MKT-WEB')).toBeUndefined();
	});

	it('set replaces the price list, which get and getById read', async () => {
		const [{ result } = {}] = await harness.call('priceList', 'set', {
			OrganisationId: ORGANISATION,
			PriceList: data({
				Name: 'Summer',
				Currency: 'GBP',
				ValidFrom: '2026-06-01',
				Prices: { Price: [{ SourceLanguage: 'en-gb', TargetLanguage: 'fr-fr', UnitPrice: 0.2 }] },
			}),
		});
		const [own] = await harness.call('priceList', 'get', { OrganisationId: ORGANISATION });
		const [byId] = await harness.call('priceList', 'getById', { PriceListID: result });
		expect(own).toMatchObject({ Name: 'Summer', Currency: 'GBP', ValidFrom: '2026-06-01' });
		expect(byId).toEqual(own);
	});
});

it('calls each operation by the name, action and element of the specification', async () => {
	const fields = { OrganisationId: ORGANISATION, Code: 'MKT' };
	const price = { Name: 'x', Currency: 'EUR' };
	await harness.call('analysisCode', 'getAll', {});
	await harness.call('analysisCode', 'set', {
		OrganisationId: ORGANISATION,
		AnalysisCode: { Code: 'A', Level: 'Level1' },
	});
	await harness.call('analysisCode', 'setLabel', { ...fields, Label: 'x' });
	await harness.call('analysisCode', 'setLevel', {
		OrganisationId: ORGANISATION,
		Codes: 'MKT',
		Level: 'Level1',
	});
	await harness.call('analysisCode', 'setVisibility', { ...fields, Visible: true });
	await harness.call('analysisCode', 'setLevelVisibility', {
		OrganisationId: ORGANISATION,
		Level: 'Level1',
		Visible: true,
	});
	await harness.call('analysisCode', 'delete', fields);
	await harness.call('priceList', 'get', { OrganisationId: ORGANISATION });
	await harness.call('priceList', 'getById', { PriceListID: 501 });
	await harness.call('priceList', 'set', { OrganisationId: ORGANISATION, PriceList: price });

	const names = Object.values(SOAP_OPERATIONS).flatMap((operations) =>
		Object.values<string>(operations),
	);
	const base = harness.info.namespace;
	expect(harness.received.map(({ soapAction }) => soapAction).sort()).toEqual(
		names.map((name) => `"${base}/IProjectSettingsService/${name}"`).sort(),
	);
	for (const { operation, envelope } of harness.received)
		expect(envelope).toContain(`<soap:Body><${operation} xmlns="${base}"`);
});

it('spells the visibility operation as the service does', async () => {
	await harness.call('analysisCode', 'setVisibility', {
		OrganisationId: ORGANISATION,
		Code: 'MKT',
		Visible: true,
	});
	expect(harness.lastCall.operation).toBe('SetOrganisationAnalysisCodeVisiblity');
});

it('puts fields into the order of the schema, whatever order they are given in', async () => {
	await harness.call('analysisCode', 'set', {
		AnalysisCode: { Tag: ['b', 'a'], Visible: false, Level: 'Level2', Label: 'L', Code: 'C' },
		OrganisationId: ORGANISATION,
	});
	expect([...harness.lastCall.envelope.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name)).toEqual([
		'SetOrganisationAnalysisCode',
		'OrganisationId',
		'AnalysisCode',
		'Code',
		'Label',
		'Level',
		'Visible',
		'Tag',
		'Tag',
	]);
});

it('sends fields as given, in the order given, when there is no description', async () => {
	harness.service.settings.hideWsdl = true;
	await harness.run(
		withPairs('analysisCode', 'setLabel', [
			['OrganisationId', String(ORGANISATION)],
			['Code', 'MKT'],
			['Label', 'x'],
		]),
	);
	expect(harness.lastCall.envelope).toContain(
		`<OrganisationId>${ORGANISATION}</OrganisationId><Code>MKT</Code><Label>x</Label>`,
	);
});

it('takes pairs in any order when there is a description', async () => {
	const { error } = await harness.run(
		withPairs('analysisCode', 'setLevel', [
			['Level', 'Level2'],
			['Codes', 'MKT'],
			['Codes', 'LEGAL'],
			['OrganisationId', String(ORGANISATION)],
		]),
	);
	expect(error).toBeUndefined();
});

it('runs from the form', async () => {
	const { items } = await harness.run(
		withForm('analysisCode', 'set', {
			OrganisationId: ORGANISATION,
			AnalysisCode: { Code: 'FORM', Level: 'Level1' },
		}),
	);
	expect(items[0]?.json).toMatchObject({ Code: 'FORM', Level: 'Level1', Visible: true });
});

it('maps input fields of the same name from the form', async () => {
	const { items } = await harness.run(mapped('analysisCode', 'setLabel'), {
		input: [{ OrganisationId: ORGANISATION, Code: 'MKT', Label: 'From input', other: 'ignored' }],
	});
	expect(items[0]?.json).toEqual({ result: true });
});

it('says that a form needs a description', async () => {
	harness.service.settings.hideWsdl = true;
	const { error } = await harness.run(withForm('analysisCode', 'getAll', {}));
	expect(error).toMatchObject({
		message: expect.stringContaining('no description (WSDL)'),
		description: expect.stringContaining('Using JSON'),
	});
});

it('returns typed values, lists that stay lists, and nil as null', async () => {
	const [first, , third] = await harness.call('analysisCode', 'getAll', {
		OrganisationId: ORGANISATION,
		IncludeHidden: true,
	});
	expect(first).toEqual({
		Code: 'MKT',
		Label: 'Marketing',
		Level: 'Level1',
		Visible: true,
		Modified: '2026-01-15T09:30:00Z',
		Tag: ['web', 'print'],
	});
	expect(third).toMatchObject({ Label: null, Visible: false, Tag: [] });
});

it('returns lists as lists when they have one entry, and numbers as numbers', async () => {
	const [priceList] = await harness.call('priceList', 'get', { OrganisationId: ORGANISATION });
	expect(priceList).toEqual({
		Name: 'Standard 2026',
		PriceListID: 501,
		Currency: 'EUR',
		ValidFrom: '2026-01-01',
		ValidTo: null,
		Prices: [
			{ SourceLanguage: 'en-us', TargetLanguage: 'de-de', UnitPrice: 0.145, MinimumFee: 35 },
		],
	});
});

it('returns the whole response when it is not simplified', async () => {
	const [response] = await harness.call(
		'priceList',
		'get',
		{ OrganisationId: ORGANISATION },
		{ simplify: false },
	);
	expect(response).toMatchObject({
		GetOrganisationPriceListResult: { Prices: { Price: [{ UnitPrice: 0.145 }] } },
	});
});

it('returns no items when there is nothing', async () => {
	expect(await harness.call('analysisCode', 'getAll', { OrganisationId: 4711 })).toEqual([]);
});

it('keeps to the limit', async () => {
	expect(
		await harness.call(
			'analysisCode',
			'getAll',
			{ IncludeHidden: true },
			{ returnAll: false, limit: 2 },
		),
	).toHaveLength(2);
});

it('refuses a limit that is none', async () => {
	await expect(
		harness.call('analysisCode', 'getAll', {}, { returnAll: false, limit: -1 }),
	).rejects.toThrow('Limit: "-1" is not a whole number of at least 1');
});

it.each([
	['a missing field', { OrganisationId: 1, Label: 'x' }, '"Code" is missing'],
	[
		'an unknown field',
		{ OrganisationId: 1, Code: 'MKT', Label: 'x', Colour: 'red' },
		'no field "Colour"',
	],
	[
		'text where a number belongs',
		{ OrganisationId: 'one', Code: 'MKT', Label: 'x' },
		'"OrganisationId" must be a whole number',
	],
	[
		'null where none is allowed',
		{ OrganisationId: 1, Code: null, Label: 'x' },
		'"Code" is missing',
	],
	['a control character', { OrganisationId: 1, Code: 'MKT', Label: 'a\u0000b' }, 'U+0000'],
	['half a character', { OrganisationId: 1, Code: 'MKT', Label: 'a\ud83d' }, 'U+D83D'],
])('refuses %s before anything is sent', async (_what, fields, message) => {
	await expect(harness.call('analysisCode', 'setLabel', fields)).rejects.toThrow(message);
	expect(harness.received).toEqual([]);
});

it('does not take a field that was left empty in the form for one without a value', async () => {
	const { error } = await harness.run(
		withForm('analysisCode', 'setLabel', {
			OrganisationId: ORGANISATION,
			Code: 'MKT',
			Label: null,
		}),
	);
	expect(error).toMatchObject({
		message: '"Label" is missing',
		description: expect.stringContaining('Send as Nil'),
	});
});

it('sends empty fields of the form as nil when told to', async () => {
	const form = withForm('analysisCode', 'setLabel', {
		OrganisationId: ORGANISATION,
		Code: 'MKT',
		Label: null,
	});
	await harness.run({ ...form, options: { emptyFields: 'nil' } });
	expect(harness.lastCall.envelope).toContain('<Label xsi:nil="true"/>');
});

it('names the allowed values of an enumeration', async () => {
	await expect(harness.call('analysisCode', 'getAll', { Level: 'Level4' })).rejects.toThrow(
		'Level1, Level2, Level3',
	);
});

it.each([']]>', '<b>&amp;</b>', '"\'&', 'läß 漢字 😀', '<!DOCTYPE x>', 'a\tb\nc'])(
	'carries %j there and back',
	async (label) => {
		await harness.call('analysisCode', 'setLabel', {
			OrganisationId: ORGANISATION,
			Code: 'MKT',
			Label: label,
		});
		const [first] = await harness.call('analysisCode', 'getAll', { OrganisationId: ORGANISATION });
		expect(first?.Label).toBe(label);
	},
);

it('pairs results and failures with their items, and goes on when told to', async () => {
	const { items } = await harness.run(
		{
			resource: 'analysisCode',
			operation: 'setLabel',
			specifyFields: 'json',
			fieldsJson: `={{ JSON.stringify({ OrganisationId: ${ORGANISATION}, Code: $json.code, Label: 'x' }) }}`,
		},
		{ input: [{ code: 'MKT' }, { code: 'GONE' }, { code: 'LEGAL' }], continueOnFail: true },
	);
	expect(items.map(({ json, pairedItem }) => [json.error ?? json.result, pairedItem])).toEqual([
		[true, { item: 0 }],
		[expect.stringContaining('no analysis code "GONE"'), { item: 1 }],
		[true, { item: 2 }],
	]);
});

it('tolerates a trailing slash of the namespace and the address when the service describes itself', async () => {
	harness.use({ namespace: `${harness.info.namespace}/`, serviceUrl: `${harness.info.url}/` });
	expect(await harness.call('analysisCode', 'getAll', {})).toHaveLength(2);
});

it('logs each call without its content', async () => {
	harness.engine.logs.length = 0;
	await harness.call('analysisCode', 'setLabel', {
		OrganisationId: ORGANISATION,
		Code: 'MKT',
		Label: 'not for the log',
	});
	const lines = harness.engine.logs.filter(({ meta }) =>
		String(meta.path).endsWith('SetOrganisationAnalysisCodeLabel'),
	);
	expect(lines).toMatchObject([{ meta: { method: 'POST', status: 200, attempt: 1 } }]);
	expect(JSON.stringify(harness.engine.logs)).not.toContain('not for the log');
});
