/**
 * The templates that bring content from a system and back, each against its system. They run at the
 * same time in one n8n, because they mostly wait.
 */
import type { WorkflowInput } from '../../scripts/n8n/run/rest';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { useEnvironment } from './environment';
import { story } from './systems/story';
import { type Start, SYSTEMS } from './systems/systems';

const environment = useEnvironment();
const stories = new Map<string, Promise<void>>();

async function run(workflow: WorkflowInput, start: Start): Promise<void> {
	const system = await start();
	if (!system) return;
	try {
		await story(environment, workflow, system);
	} finally {
		await system.stop();
	}
}

beforeAll(() => {
	for (const [name, start] of Object.entries(SYSTEMS)) {
		const { workflow } = readTemplates().find(({ file }) => file === `${name}.json`)!;
		const told = run(workflow, start);
		told.catch(() => {});
		stories.set(name, told);
	}
});

it.each(Object.keys(SYSTEMS))(
	'%s: all texts, nothing, one text; a failed write is made up for, and a correction stays',
	async (name) => await stories.get(name),
);

it('nobody called the service in a way that it does not allow', async () => {
	await Promise.allSettled(stories.values());
	expect(await environment.sandbox.violations()).toEqual([]);
});
