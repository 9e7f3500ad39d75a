import { eventually } from '../../support/eventually';
import { CONNECTOR, useCaller } from '../caller';

const caller = useCaller();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const createJob = (jobName = 'A job') => caller.call('POST', '/jobs', { jobName, ...CONNECTOR });
const jobNames = async () => (await caller.sandbox.jobs()).map(({ jobName }) => jobName);

describe('a late effect', () => {
	it('comes after a 504, when the clock was moved', async () => {
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', lateEffectMs: HOUR });
		expect((await createJob()).status).toBe(504);
		await caller.sandbox.advance(HOUR / 2);
		expect(await jobNames()).toEqual([]);
		await caller.sandbox.advance(HOUR);
		expect(await jobNames()).toEqual(['A job']);
		expect(await caller.sandbox.log({ method: 'POST' })).toMatchObject([
			{ status: 504, fault: 'lateEffectMs', lateStatus: 201, body: { jobName: 'A job' } },
		]);
	});

	it('comes by itself', async () => {
		await caller.sandbox.fault({
			method: 'POST',
			path: '/jobs',
			lateEffectMs: 20,
			lateAnswer: 500,
		});
		expect((await createJob()).status).toBe(500);
		await eventually(async () => (await jobNames()).length === 1);
	});

	it('can follow a connection that was closed', async () => {
		await caller.sandbox.fault({
			method: 'POST',
			path: '/jobs',
			lateEffectMs: HOUR,
			lateAnswer: 'drop',
		});
		await expect(createJob()).rejects.toThrow();
		await caller.sandbox.advance(HOUR);
		expect(await jobNames()).toEqual(['A job']);
	});

	it('comes in the order of its time, at its time', async () => {
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', lateEffectMs: 2 * HOUR });
		await createJob('second');
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', lateEffectMs: HOUR });
		await createJob('first');
		await caller.sandbox.advance(5 * HOUR);
		const [first, second] = await caller.sandbox.jobs();
		expect([first?.jobName, second?.jobName]).toEqual(['first', 'second']);
		expect(second!.created - first!.created).toBeGreaterThan(HOUR / 2);
	});

	it('that is refused is only noted', async () => {
		const jobId = await caller.createJob();
		await caller.sandbox.fault({ method: 'PATCH', lateEffectMs: HOUR });
		await caller.call('PATCH', `/jobs/${jobId}`, { description: 'late', ...CONNECTOR });
		await caller.call('DELETE', `/jobs/${jobId}`);
		await caller.sandbox.advance(HOUR);
		expect(await caller.sandbox.log({ method: 'PATCH' })).toMatchObject([
			{ status: 504, lateStatus: 404 },
		]);
	});

	it('can be an upload', async () => {
		const jobId = await caller.createJob();
		const transfer = await caller.createTransfer(jobId);
		await caller.sandbox.fault({ origin: 'files', lateEffectMs: HOUR });
		expect((await caller.uploadMultipart(transfer, 'Hello')).status).toBe(504);
		await caller.sandbox.advance(HOUR);
		expect(await caller.sandbox.files(jobId)).toMatchObject([{ transfer: 'uploaded', size: 5 }]);
	});

	it('can be a piece of a TUS upload', async () => {
		const jobId = await caller.createJob();
		const { fmsUploadUrl, fmsSASToken } = await caller.createTransfer(jobId);
		const tus = { sastoken: fmsSASToken, 'Tus-Resumable': '1.0.0' };
		const created = await fetch(fmsUploadUrl, {
			method: 'POST',
			headers: { ...tus, 'Upload-Length': '5', 'Content-Length': '0' },
		});
		await caller.sandbox.fault({ origin: 'files', method: 'PATCH', lateEffectMs: HOUR });
		const headers = {
			...tus,
			'Upload-Offset': '0',
			'Content-Type': 'application/offset+octet-stream',
		};
		const piece = await fetch(created.headers.get('location') ?? '', {
			method: 'PATCH',
			headers,
			body: 'Hello',
		});
		expect(piece.status).toBe(504);
		await caller.sandbox.advance(HOUR);
		expect(await caller.sandbox.files(jobId)).toMatchObject([{ transfer: 'uploaded', size: 5 }]);
	});

	it('is forgotten with everything else', async () => {
		await caller.sandbox.fault({ method: 'POST', path: '/jobs', lateEffectMs: HOUR });
		await createJob();
		await caller.sandbox.reset();
		await caller.sandbox.advance(2 * HOUR);
		expect(await jobNames()).toEqual([]);
	});
});

it('whatever the provider does by itself is done when the clock was moved', async () => {
	await caller.sandbox.configure({ sendingMs: HOUR, acceptMs: HOUR, translateDelayMs: HOUR });
	const jobId = await caller.createJob();
	await caller.addPairs(jobId);
	await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await caller.sandbox.advance(2.5 * HOUR);
	expect(await caller.sandbox.requests(jobId)).toMatchObject([{ status: 'IN_TRANSLATION' }]);
	await caller.sandbox.advance(HOUR);
	expect(await caller.sandbox.requests(jobId)).toMatchObject([{ status: 'REVIEW_TRANSLATION' }]);
});

describe('a clock that is off', () => {
	const isAbout = (time: string | null | undefined, expected: number) =>
		Math.abs(Date.parse(time ?? '') - expected) < HOUR / 2;

	it.each([-DAY, DAY])(
		'by %d ms shows in dates, filters and the Date header',
		async (clockOffsetMs) => {
			await caller.sandbox.configure({ clockOffsetMs });
			const { body, headers } = await createJob();
			const there = Date.now() + clockOffsetMs;
			expect([
				isAbout(body.createdDate as string, there),
				isAbout(headers.get('date'), there),
			]).toEqual([true, true]);
			const since = (ms: number) =>
				encodeURIComponent(`createdDate gt '${new Date(there + ms).toISOString().slice(0, 19)}'`);
			expect((await caller.call('GET', `/jobs?filter=${since(-HOUR)}`)).body.jobs).toHaveLength(1);
			expect((await caller.call('GET', `/jobs?filter=${since(HOUR)}`)).body.jobs).toHaveLength(0);
		},
	);

	it('does not end tokens', async () => {
		await caller.sandbox.configure({ clockOffsetMs: DAY });
		expect((await caller.call('GET', '/quota')).status).toBe(200);
	});

	it('can stand behind a gateway with a clock of its own', async () => {
		await caller.sandbox.configure({ clockOffsetMs: DAY, dateHeader: -DAY });
		const { body, headers } = await createJob();
		expect(isAbout(body.createdDate as string, Date.now() + DAY)).toBe(true);
		expect(isAbout(headers.get('date'), Date.now() - DAY)).toBe(true);
	});

	it('need not show its time in a header', async () => {
		await caller.sandbox.configure({ dateHeader: 'none' });
		expect((await createJob()).headers.get('date')).toBeNull();
	});
});
