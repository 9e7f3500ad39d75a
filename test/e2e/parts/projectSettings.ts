import { join } from 'node:path';

import type { ReceivedCall } from '../../../sandbox/soap';
import { EditorWindow, ensureBrowser } from '../../../scripts/n8n/browser';
import type { Environment } from '../environment';

const images = join(__dirname, '..', '..', '..', 'docs', 'images');

export function projectSettings(environment: Environment): void {
	let window: EditorWindow | undefined;

	beforeAll(async () => {
		const executable = await ensureBrowser();
		if (executable) window = await EditorWindow.open(executable, environment.workbench.rest);
	}, 60_000);

	afterAll(async () => await window?.close());

	test('a person picks an operation, fills in the form that the WSDL gives, and runs it', async () => {
		if (!window) return;
		await window.newWorkflow();
		await window.findNode('project settings', 'Translation Project Settings');
		await window.addAction('Translation Project Settings', 'Set the label of an analysis code');
		await window.fill('OrganisationId', '1001');
		await window.fill('Code', 'MKT');
		await window.fill('Label', 'Advertising');
		await window.executeStep();
		await window.outputShows('true');
		await window.screenshot(join(images, 'project-settings.png'));

		const received = await environment.sandbox.act<ReceivedCall[]>('soapReceived');
		expect(received.at(-1)).toMatchObject({ operation: 'SetOrganisationAnalysisCodeLabel', errors: [], status: 200 });
	});
}
