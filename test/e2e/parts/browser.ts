import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { EditorWindow, ensureBrowser, NO_BROWSER } from '../../../scripts/n8n/browser';
import type { Environment } from '../environment';

const images = join(__dirname, '..', '..', '..', 'docs', 'images');

export function browser(environment: Environment): void {
	let window: EditorWindow | undefined;

	beforeAll(async () => {
		const executable = await ensureBrowser();
		if (!executable) {
			console.warn(`Browser test skipped. ${NO_BROWSER}`);
			return;
		}
		mkdirSync(images, { recursive: true });
		await environment.sandbox.seed({ jobs: 3, requestsPerJob: 2, namePrefix: 'Spring catalogue' });
		window = await EditorWindow.open(executable, environment.workbench.rest);
	}, 60_000);

	afterAll(async () => await window?.close());

	test('a person finds the node, is told what is missing, picks a job and sees it', async () => {
		if (!window) return;
		await window.newWorkflow();
		await window.findNode('translation', 'Translation Jobs');
		await window.screenshot(join(images, 'search.png'));

		await window.addAction('Translation Jobs', 'Get a job');
		await window.executeStep();
		expect(await window.notification()).toContain('Parameter "Job" is required');

		const jobs = await window.openList('jobId');
		expect(jobs.filter((name) => name.startsWith('Spring catalogue'))).toHaveLength(3);
		await window.screenshot(join(images, 'pick-a-job.png'));

		await window.pickFromList('Spring catalogue');
		await window.executeStep();
		await window.outputShows('Spring catalogue');
		await window.screenshot(join(images, 'output.png'));
	});
}
