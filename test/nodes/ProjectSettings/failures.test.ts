import { FIRST_ORGANISATION as ORGANISATION, type SoapInjection } from '../../../sandbox/soap';
import { useSoapHarness, withJson } from './soapHarness';

const harness = useSoapHarness();

const setLabel = withJson('analysisCode', 'setLabel', {
	OrganisationId: ORGANISATION,
	Code: 'MKT',
	Label: 'Advertising',
});
const getAll = withJson('analysisCode', 'getAll', { OrganisationId: ORGANISATION });
const setLevel = withJson('analysisCode', 'setLevel', {
	OrganisationId: ORGANISATION,
	Codes: ['MKT'],
	Level: 'Level3',
});

const calls = (operation: string) =>
	harness.received.filter((call) => call.operation === operation).length;
const inject = (injection: SoapInjection) => harness.service.inject(injection);
const body = (inner: string) =>
	`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`;

describe('faults', () => {
	it('are shown with reason, detail and code', async () => {
		const { error } = await harness.run(
			withJson('analysisCode', 'delete', { OrganisationId: ORGANISATION, Code: 'GONE' }),
		);
		expect(error).toMatchObject({
			message: `DeleteOrganisationAnalysisCode was refused: There is no analysis code "GONE" in organisation ${ORGANISATION}.`,
			description: expect.stringMatching(
				/Code: GONE; OrganisationId: 1001.*Fault code: soap:Client.*Correct what the service names/,
			),
			httpCode: '500',
		});
	});

	it('are never retried, though they come with a 500', async () => {
		inject({
			operation: 'GetAnalysisCodes',
			times: 5,
			answer: {
				status: 500,
				body: body(
					'<s:Fault><faultcode>s:Server</faultcode><faultstring>Out of cheese</faultstring></s:Fault>',
				),
			},
		});
		const { error } = await harness.run(getAll);
		expect(error?.message).toBe('GetAnalysisCodes was refused: Out of cheese');
		expect(calls('GetAnalysisCodes')).toBe(1);
	});

	it.each([
		['with status 200', 200, '<s:Fault><faultstring>No</faultstring></s:Fault>', 'No'],
		[
			'with a detail only',
			500,
			'<s:Fault><detail><ExceptionDetail><Message>Null reference</Message></ExceptionDetail></detail></s:Fault>',
			'Message: Null reference',
		],
		['with nothing in it', 500, '<s:Fault/>', 'the service gave no reason'],
		['with plain text in it', 500, '<s:Fault>broken</s:Fault>', 'broken'],
		['of another namespace', 500, '<Fault xmlns="urn:x"><Error>Odd</Error></Fault>', 'Error: Odd'],
	])('%s are readable', async (_what, status, fault, message) => {
		inject({ operation: 'GetAnalysisCodes', answer: { status, body: body(fault) } });
		expect((await harness.run(getAll)).error?.message).toBe(
			`GetAnalysisCodes was refused: ${message}`,
		);
	});

	it('about the contract point to the namespace', async () => {
		harness.service.settings.hideWsdl = true;
		harness.use({ namespace: 'http://wrong.example/' });
		const { error } = await harness.run(getAll);
		expect(error?.description).toMatch(/namespace "http:\/\/wrong\.example\/".*trailing slash/);
	});
});

describe('a fault that comes with the status of a gateway', () => {
	const busy = (status: number, headers = {}) => ({
		status,
		headers,
		body: body(
			'<s:Fault><faultcode>s:Server</faultcode><faultstring>Server too busy</faultstring></s:Fault>',
		),
	});

	it.each([429, 502, 503, 504])('does not end a read: %d', async (status) => {
		inject({ operation: 'GetAnalysisCodes', answer: busy(status) });
		expect((await harness.run(getAll)).error).toBeUndefined();
		expect(calls('GetAnalysisCodes')).toBe(2);
	});

	it('is waited for as long as the service asks, and quoted in the end', async () => {
		const answer = busy(503, { 'Retry-After': '37' });
		inject({ operation: 'GetAnalysisCodes', times: 2, answer });
		const { error } = await harness.run({ ...getAll, options: { maxTries: 2 } });
		expect(error).toMatchObject({
			message: 'GetAnalysisCodes: the service is not available (HTTP 503)',
			description: expect.stringMatching(
				/Server too busy.*Tried 2 times, waiting 37 seconds in all/,
			),
		});
	});

	it.each([429, 503])('says that a change was not done: %d', async (status) => {
		inject({ operation: 'SetOrganisationAnalysisCodesLevel', answer: busy(status) });
		expect((await harness.run(setLevel)).error).toBeUndefined();
		expect(calls('SetOrganisationAnalysisCodesLevel')).toBe(2);
	});

	it.each([502, 504])('leaves open whether a change took effect: %d', async (status) => {
		inject({ operation: 'SetOrganisationAnalysisCodesLevel', answer: busy(status) });
		const { error } = await harness.run(setLevel);
		expect(error?.description).toContain('The call may have taken effect');
		expect(calls('SetOrganisationAnalysisCodesLevel')).toBe(1);
	});
});

describe('reading', () => {
	it.each<[string, SoapInjection]>([
		['a dropped connection', { drop: 'before' }],
		['a 503', { answer: { status: 503, contentType: 'text/html', body: '<html>later</html>' } }],
		[
			'a 500 without a fault',
			{ answer: { status: 500, contentType: 'text/html', body: '<html>oops</html>' } },
		],
	])('is repeated after %s', async (_what, injection) => {
		inject({ operation: 'GetAnalysisCodes', ...injection });
		const { error } = await harness.run(getAll);
		expect(error).toBeUndefined();
		expect(calls('GetAnalysisCodes')).toBe(2);
	});

	it('ends with an error that says how often it was tried', async () => {
		inject({
			operation: 'GetAnalysisCodes',
			times: 9,
			answer: { status: 503, contentType: 'text/plain', body: 'Maintenance' },
		});
		const { error } = await harness.run({ ...getAll, options: { maxTries: 2 } });
		expect(error).toMatchObject({
			message: 'GetAnalysisCodes: the service is not available (HTTP 503)',
			description: expect.stringMatching(/Maintenance\. Tried 2 times/),
		});
	});
});

describe('changing', () => {
	it.each<[string, SoapInjection]>([
		['is dropped before it arrives', { drop: 'before' }],
		['gets no answer', { drop: 'after' }],
		['gets an answer that is cut off', { truncateAt: 100 }],
		['gets an empty answer', { answer: { body: '' } }],
	])('is not repeated when it %s, and says where to look', async (_what, injection) => {
		inject({ operation: 'SetOrganisationAnalysisCodeLabel', ...injection });
		const { error } = await harness.run(setLabel);
		expect(error?.description).toContain(
			'The call may have taken effect. Look with the operation Get Many of the resource Analysis Code before you run this again.',
		);
		expect(harness.received.map(({ operation }) => operation)).toEqual([
			'SetOrganisationAnalysisCodeLabel',
		]);
	});

	it('says where to look for a price list', async () => {
		inject({ operation: 'SetOrganisationPriceList', drop: 'after' });
		const { error } = await harness.run(
			withJson('priceList', 'set', {
				OrganisationId: ORGANISATION,
				PriceList: { Name: 'N', Currency: 'USD' },
			}),
		);
		expect(error?.description).toContain('Look with the operation Get of the resource Price List');
	});

	it("is not repeated by n8n's Retry On Fail either", async () => {
		inject({ operation: 'SetOrganisationAnalysisCodesLevel', drop: 'after' });
		const { error } = await harness.run(setLevel, { retryOnFail: true });
		expect(error?.description).toContain('The call may have taken effect');
		expect(calls('SetOrganisationAnalysisCodesLevel')).toBe(1);
	});

	it('is repeated after a 503, which says that nothing was done', async () => {
		inject({
			operation: 'SetOrganisationAnalysisCodesLevel',
			answer: { status: 503, contentType: 'text/plain', body: '' },
		});
		expect((await harness.run(setLevel)).error).toBeUndefined();
	});
});

describe('an answer that is not SOAP, however often it is asked for,', () => {
	it.each<[string, SoapInjection['answer'], string]>([
		[
			'a web page',
			{
				contentType: 'text/html',
				body: '<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
			},
			'a web page titled "Sign in"',
		],
		['JSON', { contentType: 'application/json', body: '{"ok":true}' }, 'JSON instead of SOAP'],
		['nothing', { body: '' }, 'an empty answer'],
		[
			'half an envelope',
			{ body: body('<GetAnalysisCodesResponse>').slice(0, 120) },
			'not well-formed XML',
		],
		['other XML', { body: '<feed xmlns="urn:atom"/>' }, 'its first element is "feed"'],
		[
			'another response',
			{ body: body('<LogonResponse/>') },
			'"LogonResponse" instead of "GetAnalysisCodesResponse"',
		],
		[
			'an envelope without a body',
			{ body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>' },
			'no body',
		],
	])('is explained: %s', async (_what, answer, message) => {
		inject({ operation: 'GetAnalysisCodes', times: 9, answer });
		const { error } = await harness.run(getAll);
		expect(error).toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining('Tried 5 times'),
		});
	});
});

it('says that there is no service at a wrong address', async () => {
	harness.use({ serviceUrl: harness.info.url.replace('.svc', '.asmx') });
	expect((await harness.run(getAll)).error?.message).toContain('no SOAP service at');
});

it('says when nobody answers at the address', async () => {
	harness.use({ serviceUrl: 'http://127.0.0.1:9/Service.svc' });
	const { error } = await harness.run({ ...getAll, options: { maxTries: 1 } });
	expect(error).toMatchObject({
		message: 'Reading the service description: no answer from the service',
		description: expect.stringContaining('ECONNREFUSED'),
	});
});

it('says what is wrong with the address of the credential', async () => {
	harness.use({ serviceUrl: 'http://settings.example.com/x.svc' });
	expect((await harness.run(getAll)).error?.message).toContain(
		'Service URL must begin with https://',
	);
});
