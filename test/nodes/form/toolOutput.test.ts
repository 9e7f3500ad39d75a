import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { byId, useHarness } from '../../support/harness';

describe('what an agent gets to read', () => {
	const tool = new TranslationJobs();
	tool.description = { ...tool.description, name: 'translationJobsTool' };
	const harness = useHarness({ nodes: [tool], variants: { autoDeliver: false } });
	let jobId: string;

	beforeEach(async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
		jobId = jobIds[0]!;
	});

	const run = async (parameters: INodeParameters) =>
		(await harness.run({ jobId: byId(jobId), ...parameters }, {}, 'translationJobsTool')).items.map(
			({ json }) => json,
		);

	it.each([
		['job', 'get'],
		['job', 'getAll'],
		['job', 'collect'],
		['request', 'getAll'],
	])('is at most ten fields by default (%s: %s)', async (resource, operation) => {
		const [json] = await run({ resource, operation });
		expect(Object.keys(json!).length).toBeLessThanOrEqual(10);
		// This switch is not in the form of a tool.
		expect(await run({ resource, operation, simplify: false })).toEqual([json]);
	});

	it.each([
		['translationJobs', ['simplify']],
		['translationJobsTool', ['output']],
	])('is chosen in a form of its own (%s)', (name, shown) => {
		const description = { ...tool.description, name };
		const chosen = { resource: 'job', operation: 'getAll' };
		const names = description.properties
			.filter((field) =>
				NodeHelpers.displayParameter(chosen, field, { typeVersion: 1 }, description),
			)
			.map((field) => field.name);
		expect(names.filter((each) => /simplify|output/i.test(each))).toEqual(shown);
	});

	it('is everything, as the service sends it, if it is raw', async () => {
		const [job] = await run({ resource: 'job', operation: 'get', output: 'raw' });
		expect(job).toMatchObject({ siteId: 'sandbox-site', connectorName: expect.any(String) });
	});

	it.each([
		['job', 'get', ['dueDate', 'modifiedDate'], ['jobId', 'modifiedDate']],
		['request', 'getAll', ['wordCount', 'fileType'], ['jobId', 'requestId']],
		['request', 'getAll', ['statusCode'], ['jobId', 'requestId', 'statusCode']],
		[
			'job',
			'collect',
			['content', 'deliveryKey'],
			['jobId', 'requestId', 'content', 'deliveryKey'],
		],
	])(
		'is what somebody selected, with the IDs (%s: %s, %j)',
		async (resource, operation, outputFields, names) => {
			const output = 'selectedFields';
			const [json] = await run({ resource, operation, output, outputFields });
			expect(Object.keys(json!)).toEqual(names);
		},
	);
});
