import { arrange, SENT_JOB, SENT_REQUEST } from '../../../../nodes/form/simplify';
import { useHarness } from '../../../support/harness';
import { fileItem, sending } from './support';

describe('the simplified output of Send for Translation', () => {
	const harness = useHarness({ variants: { unknownFields: false } });
	const input = [fileItem('a.txt', 'Hello')];

	it('has a job once: name, languages, status and counts, then ids', async () => {
		const [job] = await harness.json(sending(), { input });
		expect(Object.keys(job!)).toEqual([
			'jobName',
			'targetLanguages',
			'statusCode',
			'itemCount',
			'requestCount',
			'jobId',
			'providerId',
			'sendOutcome',
		]);
		expect(job).toMatchObject({ targetLanguages: 'de-de, fr-fr', requestCount: 2 });
	});

	it('has a request once: name, language and status, then ids', async () => {
		const [request] = await harness.json(sending({ options: { output: 'requests' } }), { input });
		expect(Object.keys(request!)).toEqual([
			'requestName',
			'targetNativeLanguageCode',
			'statusCode',
			'jobName',
			'sourceNativeId',
			'requestId',
			'jobId',
			'sendOutcome',
		]);
	});

	it.each(['job', 'requests'])('switched off, keeps what the service adds (%s)', async (output) => {
		await harness.sandbox.configure({ unknownFields: true });
		const [item] = await harness.json(sending({ simplify: false, options: { output } }), { input });
		expect(item).toMatchObject({ riskScore: 0.25, workflowStage: { code: 'QX-7' } });
		await harness.sandbox.configure({ unknownFields: false });
	});

	it.each([{ columns: SENT_JOB }, { columns: SENT_REQUEST }])('keeps an error', ({ columns }) => {
		const failed = { statusCode: 'SENDING', hasError: true, latestErrorMessage: 'No budget' };
		expect(arrange({ ...failed, status: 'SENDING', siteId: '1' }, columns)).toEqual(failed);
	});

	it.each(['job', 'requests'])('can be switched off (%s)', async (output) => {
		const [item] = await harness.json(sending({ simplify: false, options: { output } }), { input });
		expect(item).toMatchObject({ createdDate: expect.any(String), sendOutcome: 'created' });
		expect(item).not.toHaveProperty('targetLanguages');
	});
});
