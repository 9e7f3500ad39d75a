/** An address that begins with https, on a host that speaks only http. */
import { useHarness } from '../../support/harness';
import { fileItem, sending } from '../features/send/support';
import { useSoapHarness, withJson } from '../ProjectSettings/soapHarness';

const withHttps = (address: string) => address.replace('http:', 'https:');

describe('as Base URL', () => {
	const harness = useHarness();
	beforeAll(() =>
		Object.assign(harness.credential.data, { baseUrl: withHttps(harness.sandbox.baseUrl) }),
	);

	it.each(['getAll', 'create'])('%s says so, and that nothing was sent', async (operation) => {
		const options = { maxTries: 2 };
		const { error } = await harness.run({ resource: 'job', operation, jobName: 'One', options });
		expect(error?.message).toContain('this address does not speak https');
		expect(error?.description).toContain('Check the Base URL of the credential and its port');
		expect(error?.description).not.toMatch(/EPROTO|may have taken effect|in a moment/);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});
});

describe('as Token URL', () => {
	const harness = useHarness();
	beforeAll(() =>
		Object.assign(harness.credential.data, { authUrl: withHttps(harness.sandbox.authUrl) }),
	);

	it('is named', async () => {
		const { error } = await harness.run({
			resource: 'job',
			operation: 'getAll',
			options: { maxTries: 2 },
		});
		expect(error?.message).toMatch(/The token host https:\S+ does not speak https/);
		expect(error?.description).toContain('Check the Token URL of the credential and its port');
	});
});

describe('as address of the file host', () => {
	const harness = useHarness();

	it('is named', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'sourcefiles$',
			status: 201,
			times: 10,
			body: {
				fmsFileId: 'one',
				fmsSASToken: 'secret',
				fmsPostMultipartUrl: withHttps(`${harness.sandbox.fileUrl}/multipart`),
				fmsUploadUrl: withHttps(`${harness.sandbox.fileUrl}/tus`),
			},
		});
		const { error } = await harness.run(sending({ options: { maxTries: 2 } }), {
			input: [fileItem('one.txt', 'One')],
		});
		expect(error?.description).toContain('This address does not speak https');
	});
});

describe('as Service URL', () => {
	const harness = useSoapHarness();

	it.each(['use', 'ignore'])(
		'is named, where the description is to %s',
		async (serviceDescription) => {
			harness.use({ serviceUrl: withHttps(harness.info.url) });
			const { error } = await harness.run({
				...withJson('analysisCode', 'getAll', {}),
				options: { serviceDescription, maxTries: 2 },
			});
			expect(`${error?.message} ${error?.description}`).toMatch(
				/this address does not speak https/i,
			);
			expect(error?.description).toContain('Check the Service URL of the credential and its port');
			expect(harness.received).toEqual([]);
		},
	);
});
