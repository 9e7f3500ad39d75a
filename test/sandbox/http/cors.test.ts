import { useCaller } from '../caller';

const caller = useCaller({ preset: 'production' });

const PAGE = { Origin: 'https://authoring.example' };
const ALLOWED = 'access-control-allow-origin';

const preflight = (url: string, method: string, headers: string) =>
	fetch(url, {
		method: 'OPTIONS',
		headers: {
			...PAGE,
			'Access-Control-Request-Method': method,
			'Access-Control-Request-Headers': headers,
		},
	});

it.each<[string, () => Promise<string>, string, string]>([
	['REST', async () => `${caller.sandbox.baseUrl}/jobs`, 'POST', 'authorization,content-type'],
	['token', async () => `${caller.sandbox.authUrl}/connect/token`, 'POST', 'content-type'],
	[
		'TUS',
		async () => (await caller.createTransfer(await caller.createJob())).fmsUploadUrl,
		'POST',
		'sastoken,tus-resumable,upload-length',
	],
	['download', async () => `${caller.sandbox.fileUrl}/fms/download/x`, 'GET', 'accept'],
])(
	'a preflight of the %s host is answered, without a token',
	async (_host, address, method, headers) => {
		const answer = await preflight(await address(), method, headers);
		expect(answer.status).toBe(204);
		expect(answer.headers.get(ALLOWED)).toBe('*');
		expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
		expect(answer.headers.get('access-control-allow-headers')).toBe(headers);
	},
);

it('every answer may be read: successes, refusals, redirects and files', async () => {
	const jobId = await caller.createJob();
	const transfer = await caller.createTransfer(jobId);
	const uploaded = await caller.uploadMultipart(transfer, 'Hello');
	const redirect = await caller.call(
		'GET',
		`/jobs/${jobId}/sourcefiles/${transfer.fmsFileId}`,
		undefined,
		PAGE,
	);
	const file = await fetch(redirect.headers.get('location') ?? '', { headers: PAGE });
	const answers = [
		await caller.askToken(),
		await caller.askToken({ client_id: 'nobody' }),
		await caller.call('GET', `/jobs/${jobId}`),
		await caller.call('GET', '/jobs/none'),
		await caller.call('GET', '/jobs', undefined, { Authorization: '' }),
		uploaded,
		redirect,
		file,
		await fetch(`${caller.sandbox.fileUrl}/fms/download/none`),
	];
	expect(answers.map(({ status, headers }) => [status, headers.get(ALLOWED)])).toEqual(
		[200, 400, 200, 404, 401, 200, 307, 200, 404].map((status) => [status, '*']),
	);
	expect(file.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
});

it('faults are told to pages, too', async () => {
	await caller.sandbox.fault({ origin: 'rest', status: 503 });
	const { status, headers } = await caller.call('GET', '/quota', undefined, PAGE);
	expect([status, headers.get(ALLOWED)]).toEqual([503, '*']);
});

it('a preflight uses up no fault and no rate', async () => {
	await caller.sandbox.configure({ throttle: { perSecond: 0, retryAfter: 'seconds' } });
	await caller.sandbox.fault({ origin: 'rest', status: 503 });
	expect((await preflight(`${caller.sandbox.baseUrl}/quota`, 'GET', 'authorization')).status).toBe(
		204,
	);
	expect(await caller.sandbox.faults()).toHaveLength(1);
});

it('the specification has nothing of it', async () => {
	await caller.sandbox.reset({ preset: 'specification' });
	expect((await caller.call('GET', '/quota', undefined, PAGE)).headers.get(ALLOWED)).toBeNull();
	expect((await preflight(`${caller.sandbox.baseUrl}/quota`, 'GET', 'authorization')).status).toBe(
		401,
	);
});
