/**
 * Every operation, and everything it calls, with every way in which an answer can be lost. Time is
 * simulated.
 */
import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../sandbox/faults/faults';
import { FIRST_ORGANISATION as OrganisationId } from '../../../sandbox/soap';
import { shortDeadlines } from '../../support/shortDeadlines';
import { SAMPLE } from './hostileAnswers';
import { useSoapHarness, withJson } from './soapHarness';

const harness = useSoapHarness();

const POST = { method: 'POST', path: '/ProjectSettingsService.svc' };
const GET = { method: 'GET', path: '/ProjectSettingsService.svc' };
const LOGON = { method: 'POST', path: '/Logon.svc' };

const calls = (operation: string) =>
	harness.received.filter((call) => call.operation === operation).length;
const organisation = () => harness.service.organisations.get(OrganisationId);
const code = (name: string) => organisation().codes.get(name);
const envelope = (inner: string) =>
	`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`;

interface Reading {
	soap: string;
	parameters: INodeParameters;
}

const READING: Reading[] = [
	{ soap: 'GetAnalysisCodes', parameters: withJson('analysisCode', 'getAll', { OrganisationId }) },
	{
		soap: 'GetOrganisationPriceList',
		parameters: withJson('priceList', 'get', { OrganisationId }),
	},
	{
		soap: 'GetOrganisationPriceListbyPriceListID',
		parameters: withJson('priceList', 'getById', { PriceListID: 501 }),
	},
];

interface Changing extends Reading {
	/** What tells that it happened. */
	effect: () => unknown;
}

const PRICE_LIST = {
	Name: 'New',
	Currency: 'USD',
	ValidFrom: '2026-02-01',
	Prices: [{ SourceLanguage: 'en-us', TargetLanguage: 'fr-fr', UnitPrice: '0.2' }],
};

const CHANGING: Changing[] = [
	{
		soap: 'SetOrganisationAnalysisCodeLabel',
		parameters: withJson('analysisCode', 'setLabel', { OrganisationId, Code: 'MKT', Label: 'New' }),
		effect: () => code('MKT')?.Label === 'New',
	},
	{
		soap: 'SetOrganisationAnalysisCodeVisiblity',
		parameters: withJson('analysisCode', 'setVisibility', {
			OrganisationId,
			Code: 'MKT',
			Visible: false,
		}),
		effect: () => code('MKT')?.Visible === false,
	},
	{
		soap: 'SetOrganisationAnalysisCode',
		parameters: withJson('analysisCode', 'set', {
			OrganisationId,
			AnalysisCode: { Code: 'NEW', Level: 'Level2', Label: 'N' },
		}),
		effect: () => code('NEW') !== undefined,
	},
	{
		soap: 'DeleteOrganisationAnalysisCode',
		parameters: withJson('analysisCode', 'delete', { OrganisationId, Code: 'MKT' }),
		effect: () => code('MKT') === undefined,
	},
	// A second effect would give the list another id.
	{
		soap: 'SetOrganisationPriceList',
		parameters: withJson('priceList', 'set', { OrganisationId, PriceList: PRICE_LIST }),
		effect: () => organisation().priceList?.PriceListID === 502,
	},
	{
		soap: 'SetOrganisationAnalysisCodesLevel',
		parameters: withJson('analysisCode', 'setLevel', {
			OrganisationId,
			Codes: ['MKT'],
			Level: 'Level3',
		}),
		effect: () => code('MKT')?.Level === 'Level3',
	},
	{
		soap: 'SetOrganisationAnalysisCodeLevelVisibility',
		parameters: withJson('analysisCode', 'setLevelVisibility', {
			OrganisationId,
			Level: 'Level1',
			Visible: false,
		}),
		effect: () => organisation().hiddenLevels.has('Level1'),
	},
];

/** The call is carried out, and nobody can read what it came to. */
const AFTER: Array<[string, Fault]> = [
	['dropped', { dropAfter: true }],
	['cut after its headers', { cutAnswerAt: 0 }],
	['cut after one byte', { cutAnswerAt: 1 }],
	['cut in the middle', { cutAnswerAt: 150 }],
	['cut without a length', { cutAnswerAt: 100_000, chunked: true }],
	['empty', { replaceBody: '' }],
	['half of it, properly ended', { replaceBody: SAMPLE.slice(0, 200) }],
	[
		'a web page',
		{ replaceBody: '<!DOCTYPE html><html><body>Hello</body></html>', contentType: 'text/html' },
	],
	[
		'a sign-in page',
		{ replaceBody: '<html><form><input type="password"></form></html>', contentType: 'text/html' },
	],
	['JSON', { replaceBody: { success: true }, contentType: 'application/json' }],
	['null', { replaceBody: 'null', contentType: 'application/json' }],
	['a text', { replaceBody: 'OK', contentType: 'text/plain' }],
	['other XML', { replaceBody: '<feed xmlns="urn:atom"/>' }],
	['an empty envelope', { replaceBody: envelope('') }],
	[
		'the response of another operation',
		{ replaceBody: envelope('<LogonResponse><LogonResult>x</LogonResult></LogonResponse>') },
	],
];

/** Nothing happens. */
const BEFORE: Array<[string, Fault]> = [
	['dropped before', { dropBefore: true }],
	['500 without a fault', { status: 500, body: 'Oops' }],
	['502', { status: 502, body: '<html>Bad gateway</html>' }],
	['504', { status: 504, body: '' }],
	['a page with 200', { signInPage: true }],
	['garbage', { garbage: true }],
];

/** It happens after everybody has stopped waiting. */
const LATE: Array<[string, Fault]> = [1, 5, 20, 70].flatMap((seconds): Array<[string, Fault]> => [
	[`${seconds} seconds after a 504`, { lateEffectMs: seconds * 1000 }],
	[
		`${seconds} seconds after the connection is gone`,
		{ lateEffectMs: seconds * 1000, lateAnswer: 'drop' },
	],
]);

/**
 * What a run gives, or what it says; with a description that is read once for all, unless it is
 * about that.
 */
async function outputOf(
	parameters: INodeParameters,
	serviceDescription = 'use',
): Promise<IDataObject[] | string> {
	const { items, error } = await harness.run({ ...parameters, options: { serviceDescription } });
	return error ? `${error.message} ${error.description ?? ''}` : items.map(({ json }) => json);
}

const RAW = /Cannot read|undefined|TypeError|RangeError|is not (a function|iterable)/;

describe.each(READING)('$soap', ({ soap, parameters }) => {
	it.each([...AFTER, ...BEFORE])(
		'answers what is there when its answer is lost: %s',
		async (_what, fault) => {
			const expected = await outputOf(parameters);
			harness.fault({ ...POST, ...fault });
			expect(await outputOf(parameters)).toEqual(expected);
			expect(harness.faultsLeft).toEqual([]);
		},
	);

	it.each(AFTER)(
		'is an error in words when its answer is always lost: %s',
		async (_what, fault) => {
			harness.fault({ ...POST, ...fault, times: 100 });
			const said = await outputOf(parameters);
			expect(said).toMatch(new RegExp(`^${soap}: .*Tried 5 times`));
			expect(said).not.toMatch(RAW);
		},
	);
});

describe.each(CHANGING)('$soap', ({ soap, parameters, effect }) => {
	it.each([...AFTER, ...BEFORE, ...LATE])(
		'is sent once, and may have happened, when its answer is lost: %s',
		async (_what, fault) => {
			harness.fault({ ...POST, ...fault });
			const said = await outputOf(parameters);
			await harness.advance(200_000);

			expect(harness.faultsLeft).toEqual([]);
			expect(said).toContain('The call may have taken effect');
			expect(effect()).toBe(!BEFORE.some(([, each]) => each === fault));
			expect(calls(soap)).toBeLessThanOrEqual(1);
			expect(JSON.stringify(said)).not.toMatch(RAW);
		},
	);
});

describe('the description', () => {
	const setPriceList = CHANGING[4]!.parameters;

	it.each([...AFTER, ...BEFORE])('is read again when it is lost: %s', async (_what, fault) => {
		harness.fault({ ...GET, ...fault });
		expect(await outputOf(setPriceList, 'refresh')).toEqual(expect.any(Array));
		expect(harness.lastCall.errors).toEqual([]);
		expect(harness.faultsLeft).toEqual([]);
	});

	it.each(AFTER)('is not taken for missing when it is always lost: %s', async (_what, fault) => {
		harness.fault({ ...GET, ...fault, times: 100 });
		const said = await outputOf(setPriceList, 'refresh');
		expect(said).toMatch(/^Reading the service description: .*Tried 5 times/);
		expect(said).not.toMatch(RAW);
		expect(harness.received).toEqual([]);
	});
});

describe('a logon', () => {
	it.each([...AFTER, ...BEFORE])(
		'is repeated when its answer is lost: %s',
		async (_what, fault) => {
			harness.service.settings.authentication = 'ticket';
			harness.service.settings.username = `user-${Math.random()}`;
			harness.use({
				authentication: 'ticket',
				ticketSource: 'logon',
				logonUrl: harness.info.logonUrl,
				username: harness.service.settings.username,
				password: 'sandbox-password',
			});
			harness.fault({ ...LOGON, ...fault });
			expect(await outputOf(READING[0]!.parameters, 'ignore')).toEqual(expect.any(Array));
			expect(harness.faultsLeft).toEqual([]);
		},
	);
});

describe('a try that takes too long as a whole', () => {
	let restore: () => void;
	beforeEach(() => {
		restore = shortDeadlines();
	});
	afterEach(() => restore());

	const SLOW: Array<[string, Fault]> = [
		['drips', { drip: { bytes: 1, everyMs: 50 } }],
		['hangs', { hang: true }],
	];

	it.each(SLOW)('is repeated when it reads: an answer that %s', async (_what, fault) => {
		harness.fault({ ...POST, ...fault });
		expect(await outputOf(READING[0]!.parameters)).toEqual(expect.any(Array));
	});

	it.each(SLOW)(
		'is not repeated when it changes something: an answer that %s',
		async (_what, fault) => {
			harness.fault({ ...POST, ...fault });
			expect(await outputOf(CHANGING[4]!.parameters)).toContain('The call may have taken effect');
			expect(calls('SetOrganisationPriceList')).toBeLessThanOrEqual(1);
		},
	);

	it.each(SLOW)(
		'is repeated when it reads the description: an answer that %s',
		async (_what, fault) => {
			harness.fault({ ...GET, ...fault });
			expect(await outputOf(READING[0]!.parameters, 'refresh')).toEqual(expect.any(Array));
		},
	);
});

describe('a compressed answer', () => {
	const getAll = async () => await outputOf(READING[0]!.parameters, 'ignore');
	const compressed = (bytes: Buffer) => ({
		headers: { 'Content-Encoding': 'gzip' },
		base64: bytes.toString('base64'),
	});

	it('is read when it is whole', async () => {
		harness.service.inject({ answer: compressed(gzipSync(SAMPLE)) });
		expect(await getAll()).toMatchObject([{ Code: 'MÜß' }]);
	});

	it.each([1, 10, 50, 100, gzipSync(SAMPLE).length - 20])(
		'is lost when it ends after %i bytes',
		async (length) => {
			const expected = await getAll();
			harness.service.inject({ answer: compressed(gzipSync(SAMPLE).subarray(0, length)) });
			expect(await getAll()).toEqual(expected);
			expect(calls('GetAnalysisCodes')).toBe(3);
		},
	);
});

describe('a response without a result', () => {
	it('is lost where nothing says that there may be none', async () => {
		const expected = await outputOf(READING[0]!.parameters, 'ignore');
		harness.fault({ ...POST, replaceBody: envelope('<GetAnalysisCodesResponse/>') });
		expect(await outputOf(READING[0]!.parameters, 'ignore')).toEqual(expected);
	});
});
