import { FIRST_ORGANISATION as ORGANISATION, type SoapInjection } from '../../../sandbox/soap';
import { singleWsdl } from '../../../sandbox/soap/contract';
import { useSoapHarness, withForm, withJson } from './soapHarness';

const harness = useSoapHarness();

/** In an order of its own: only with the description can it be sent. */
const setPriceList = withJson('priceList', 'set', {
	PriceList: { Currency: 'USD', Name: 'New' },
	OrganisationId: ORGANISATION,
});
const getAll = withJson('analysisCode', 'getAll', {});
const once = { maxTries: 1 };

const inject = (injection: SoapInjection) =>
	harness.service.inject({ operation: 'description', times: 9, ...injection });
const whole = () => singleWsdl({ address: harness.info.url, withTicket: false });

const NOT_FOUND =
	'<html>\r\n<head><title>Not Found</title></head>\r\n<body><hr>nginx</body>\r\n</html>\r\n';

const ABOUT_SERVICE = '<html><body>The web service cannot be used now.</body></html>';

describe('a description that cannot be read', () => {
	it.each<[string, SoapInjection, string]>([
		[
			'HTTP 500',
			{ answer: { status: 500, body: 'Oops' } },
			'the service is not available (HTTP 500)',
		],
		[
			'HTTP 502',
			{ answer: { status: 502, body: 'Bad gateway' } },
			'the service is not available (HTTP 502)',
		],
		['HTTP 504', { answer: { status: 504, body: '' } }, 'the service is not available (HTTP 504)'],
		['HTTP 403', { answer: { status: 403, body: '' } }, 'the service does not accept the login'],
		[
			'a redirect',
			{ answer: { status: 302, headers: { Location: '/login' }, body: '' } },
			'the service redirects it to /login',
		],
		['nothing', { answer: { body: '' } }, 'the service sent an empty answer'],
		[
			'JSON',
			{ answer: { contentType: 'application/json', body: '{"message":"Later"}' } },
			'the service answered with JSON instead of SOAP',
		],
		[
			'other XML',
			{ answer: { body: '<feed/>' } },
			'the service answered with XML that is no WSDL (its first element is "feed")',
		],
		[
			'a page about something else',
			{ answer: { contentType: 'text/html', body: '<html><h1>Maintenance</h1></html>' } },
			'the service answered with a web page instead of SOAP',
		],
		[
			'a page that quotes the address',
			{
				answer: {
					contentType: 'text/html',
					body: '<html>Nothing at <b>/soap/Settings.svc?wsdl</b></html>',
				},
			},
			'the service answered with a web page instead of SOAP',
		],
		...[401, 403, 503].map((status): [string, SoapInjection, string] => [
			`HTTP ${status} with a page about it`,
			{ answer: { status, contentType: 'text/html', body: ABOUT_SERVICE } },
			status === 503
				? 'the service is not available (HTTP 503)'
				: 'the service does not accept the login',
		]),
		[
			'half a page',
			{ answer: { contentType: 'text/html', body: '<html><body>The metadata of this serv' } },
			'the service answered with a web page instead of SOAP',
		],
		[
			'a sign-in page',
			{
				answer: {
					contentType: 'text/html',
					body: '<html>Sign in to the endpoint<form><input name="p" type="password"></form></html>',
				},
			},
			'the service answered with a web page instead of SOAP',
		],
		[
			'more than 8 MB',
			{ answer: { body: ' '.repeat(9_000_000) } },
			'the answer is larger than 8 MB',
		],
		[
			'a wrong encoding',
			{ answer: { base64: Buffer.from('<a>ü</a>', 'latin1').toString('base64') } },
			'the answer is not valid utf-8, although it says so',
		],
	])('stops the call before anything is sent: %s', async (_what, injection, message) => {
		inject(injection);
		const { error } = await harness.run({ ...setPriceList, options: once });
		expect(error).toMatchObject({
			message: `Reading the service description: ${message}`,
			description: expect.stringContaining(
				'set Service Description in the options of this node to Ignore',
			),
		});
		expect(harness.received).toEqual([]);
	});

	it('stops the call when it was cut off', async () => {
		inject({ answer: { body: whole().slice(0, 5_000) } });
		const { error } = await harness.run({ ...setPriceList, options: once });
		expect(error?.message).toMatch(
			/^Reading the service description: the answer is not well-formed XML/,
		);
		expect(harness.received).toEqual([]);
	});

	it('stops the call when the page of a 404 was cut off', async () => {
		inject({ answer: { status: 404, contentType: 'text/html', body: NOT_FOUND } });
		harness.fault({ method: 'GET', cutAnswerAt: 20, times: 2 });
		const { error } = await harness.run({ ...setPriceList, options: once });
		expect(error?.message).toMatch(/^Reading the service description: /);
		expect(harness.received).toEqual([]);
	});

	it('is read again by the next run', async () => {
		inject({ times: 2, answer: { status: 502, body: '' } });
		await harness.run({ ...setPriceList, options: once });
		expect(
			(await harness.run({ ...setPriceList, options: { serviceDescription: 'use' } })).error,
		).toBeUndefined();
		expect(harness.lastCall).toMatchObject({ operation: 'SetOrganisationPriceList', errors: [] });
	});

	it('is tried again when the service recovers', async () => {
		inject({ times: 2, answer: { status: 502, body: '' } });
		expect((await harness.run(setPriceList)).error).toBeUndefined();
		expect(harness.lastCall.errors).toEqual([]);
	});
});

it('stops the call at a description that comes in parts', async () => {
	inject({ times: 1, answer: { status: 404, body: '' } });
	const { error } = await harness.run(setPriceList);
	expect(error).toMatchObject({
		message: 'Reading the service description: it comes in parts',
		description: expect.stringContaining(
			'set Service Description in the options of this node to Ignore',
		),
	});
	expect(harness.received).toEqual([]);
});

it('is read from the usual address if the one in one piece fails', async () => {
	inject({ times: 1, answer: { status: 403, body: '' } });
	inject({ answer: { body: whole() } });
	expect((await harness.run(setPriceList)).error).toBeUndefined();
	expect(harness.lastCall).toMatchObject({ operation: 'SetOrganisationPriceList', errors: [] });
});

describe('a service without a description', () => {
	it.each<[string, SoapInjection['answer']]>([
		['HTTP 400', { status: 400, body: '' }],
		['HTTP 404', { status: 404, body: '' }],
		['HTTP 405', { status: 405, body: '' }],
		['HTTP 410', { status: 410, body: '' }],
		['HTTP 501', { status: 501, body: '' }],
		['HTTP 404 with a text', { status: 404, contentType: 'text/plain', body: 'Not found' }],
		['HTTP 404 with XML', { status: 404, body: '<error/>' }],
		// Many servers answer like this for any address that is not theirs.
		['HTTP 404 with a page', { status: 404, contentType: 'text/html', body: NOT_FOUND }],
		[
			'a page about it',
			{
				contentType: 'text/html',
				body: '<?xml version="1.0"?><!-- x --><!DOCTYPE html><html>No metadata here.<br></html>',
			},
		],
	])('is called all the same: %s', async (_what, answer) => {
		inject({ answer });
		expect((await harness.run({ ...getAll, options: once })).error).toBeUndefined();
	});
});

it('blames the login for a form that cannot be read, and shows it once the login is right', async () => {
	harness.service.settings.authentication = 'basic';
	const form = withForm('priceList', 'get', { OrganisationId: ORGANISATION });
	const login = { authentication: 'basic', username: 'sandbox-user' };
	const wrong = await harness.run(form, { credential: { ...login, password: 'wrong-password' } });
	expect(wrong.error).toMatchObject({
		message: 'Reading the service description: the service does not accept the login',
		httpCode: '401',
	});

	const right = await harness.run(
		{ ...form, options: { serviceDescription: 'use' } },
		{ credential: { ...login, password: 'sandbox-password' } },
	);
	expect(right.error).toBeUndefined();
	expect(right.items[0]?.json).toHaveProperty('Currency');
});

it('does not use what was read with another login', async () => {
	harness.service.settings.hideWsdl = true;
	const asked = async (headerSecret: string) => {
		await harness.run(
			{ ...getAll, options: { serviceDescription: 'use' } },
			{ credential: { authentication: 'header', headerName: 'X-Api-Key', headerSecret } },
		);
		return harness.documentsRead;
	};
	expect(await asked('one')).toBe(2);
	expect(await asked('one')).toBe(2);
	expect(await asked('two')).toBe(4);
});
