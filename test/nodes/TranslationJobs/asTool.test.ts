import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { PACKAGE } from '../../../scripts/engine';
import { useHarness } from '../../support/harness';

/** Calls its tool as often as its items say. */
class Agent implements INodeType {
	description = {
		displayName: 'Agent',
		name: 'agent',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main', { type: 'ai_tool' }],
		outputs: ['main'],
		properties: [],
	} as unknown as INodeTypeDescription;

	async execute(this: IExecuteFunctions) {
		const connected = await this.getInputConnectionData('ai_tool', 0);
		const [tool] = connected as Array<{ invoke(args: object): Promise<string> }>;
		const answers = [];
		for (const item of this.getInputData().keys())
			answers.push({ json: { item, answer: await tool!.invoke({}) } });
		return [answers];
	}
}

/** As n8n makes a tool of a node. */
class Tool extends TranslationJobs {
	constructor() {
		super();
		Object.assign(this.description, {
			name: `${this.description.name}Tool`,
			inputs: [],
			outputs: ['ai_tool'],
		});
	}
}

describe("a tool with n8n's Retry On Fail", () => {
	const harness = useHarness({ nodes: [new Agent(), new Tool()] });

	const call = async (times: number) => {
		const node = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
		const { data } = await harness.engine.run(
			{
				nodes: [
					{ ...node, id: '1', name: 'Items', type: 'test.items' },
					{ ...node, id: '2', name: 'Agent', type: `${PACKAGE}.agent` },
					{
						...node,
						id: '3',
						name: 'Tool',
						type: `${PACKAGE}.translationJobsTool`,
						parameters: { resource: 'job', operation: 'create', jobName: 'Spring' },
						credentials: { translationJobsApi: { id: harness.credential.id, name: '' } },
						retryOnFail: true,
						maxTries: 3,
						waitBetweenTries: 10,
					},
				],
				connections: {
					Items: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
					Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				},
			},
			{
				startNode: 'Items',
				pinData: { Items: Array.from({ length: times }, () => ({ json: {} })) },
			},
		);
		expect(data.resultData.error).toBeUndefined();
		const [task] = data.resultData.runData.Agent!;
		return task!.data!.main![0]!.map(({ json }) => String(json.answer));
	};
	const jobs = async () => (await harness.sandbox.jobs()).map(({ jobId }) => jobId);

	it('creates one job although the answer and every look for it were lost', async () => {
		await harness.sandbox.fault({ method: 'POST', path: '^/v2/jobs$', cutAnswerAt: 1, times: 1 });
		await harness.sandbox.fault({ method: 'GET', path: '^/v2/jobs$', status: 503, times: 12 });
		const [answer] = await call(1);
		const made = await jobs();
		expect(made).toHaveLength(1);
		expect(answer).toContain(made[0]);
	});

	it('creates a job each time when it is called twice', async () => {
		const answers = await call(2);
		const made = await jobs();
		expect(made).toHaveLength(2);
		for (const jobId of made) expect(answers.join()).toContain(jobId);
	});
});
