import type { INodeTypeDescription } from 'n8n-workflow';

import { readTemplates } from '../../../scripts/n8n/run/templates';
import type { Environment } from '../environment';
import { PACKAGE } from '../workflows';

const NODES = [
	'translationJobs',
	'translationJobsTrigger',
	'translationJobsStatusPollTrigger',
	'translationJobsContentPollTrigger',
	'projectSettings',
];
const CREDENTIALS = ['translationJobsApi', 'translationProjectSettingsApi'];

export function listing(environment: Environment): void {
	let ours: INodeTypeDescription[];
	beforeAll(async () => {
		ours = (await environment.workbench.rest.nodeTypes()).filter(({ name }) =>
			name.startsWith(`${PACKAGE}.`),
		);
	});

	it.each(NODES)('node type %s is listed', (name) => {
		expect(ours.map((type) => type.name)).toContain(`${PACKAGE}.${name}`);
	});

	it.each(CREDENTIALS)('credential type %s is listed', async (wanted) => {
		const types = await environment.workbench.rest.credentialTypes();
		expect(types.find(({ name }) => name === wanted)).toBeDefined();
	});

	it('the action node can be given to an agent as a tool', () => {
		expect(ours.find((type) => type.name === `${PACKAGE}.translationJobsTool`)?.outputs).toEqual([
			'ai_tool',
		]);
	});

	it('every node has an icon for light and for dark surroundings, and n8n serves both', async () => {
		const icons = ours.flatMap(({ iconUrl }) =>
			typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl],
		);
		expect(icons).not.toContain(undefined);
		for (const icon of new Set(icons)) {
			const response = await fetch(`${environment.workbench.n8n.url}/${icon}`);
			expect(`${icon}: ${response.headers.get('content-type')}`).toMatch(/: image\/svg\+xml/);
		}
	});

	it('each node of the templates that sends mails takes the credential that `npm run editor` stores', () => {
		const types = readTemplates()
			.flatMap(({ workflow }) => workflow.nodes.map(({ type }) => type))
			.filter((type) => type.startsWith('n8n-nodes-base.emailSend'));
		expect(new Set(types).size).toBeGreaterThan(1);
		for (const type of types)
			expect([type, environment.workbench.nodeTypes.get(type)?.credentials]).toEqual([
				type,
				[expect.objectContaining({ name: 'smtp' })],
			]);
	});

	it('n8n loaded the package without a complaint', () => {
		expect(environment.workbench.n8n.log).not.toMatch(
			/Failed to load|error loading|There was an error.*node/i,
		);
	});
}
