/** What goes beyond a quota of the job is refused before anything of it is sent. */
import { ACCEPTED_LANGUAGE_CODES } from '../../../nodes/rules/languages/codes';
import { byId, useHarness } from '../../support/harness';
import { createJob, runOnWire, uploadFile } from './support';

const harness = useHarness();
let jobId: string;
let fmsFileId: string;

beforeEach(async () => {
	jobId = await createJob(harness);
	fmsFileId = await uploadFile(harness, jobId, 'hello.txt');
});

const input = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));

it('Add File: the requests of a job', async () => {
	const targetLanguages = [...ACCEPTED_LANGUAGE_CODES.slice(0, 100)];
	const add = {
		resource: 'request',
		operation: 'addFile',
		jobId: byId(jobId),
		fileFrom: 'id',
		fmsFileId,
		requestName: '=Page {{ $json.index }}',
		sourceLanguage: 'en-us',
		targetLanguages,
	};
	const { json, lines } = await runOnWire(harness, add, { input: input(21), continueOnFail: true });
	expect(json.at(-1)!.error).toContain('the limit is 2,000 (MaxReqsPerJob)');
	expect(lines.filter((line) => line === `POST /jobs/${jobId}/requests/add`)).toHaveLength(20);
});
