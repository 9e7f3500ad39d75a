import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EditorWindow, ensureBrowser, NO_BROWSER } from '../../scripts/n8n/browser';
import type { Environment } from './environment';

/** Opened before the first test where there is a browser; without one, `run` skips and says so. */
export interface WindowUser {
	run(work: (window: EditorWindow) => Promise<void>): () => Promise<void>;
}

export function useEditorWindow(environment: Environment): WindowUser {
	let window: EditorWindow | undefined;
	beforeAll(async () => {
		const executable = await ensureBrowser();
		if (executable) window = await EditorWindow.open(executable, environment.workbench.rest);
		else console.warn(`Browser tests skipped. ${NO_BROWSER}`);
	}, 120_000);
	afterAll(async () => await window?.close());
	return {
		run: (work) => async () => {
			try {
				if (window) await work(window);
			} catch (error) {
				await window?.screenshot(join(tmpdir(), 'translation-jobs-failure.png')).catch(() => {});
				throw error;
			}
		},
	};
}
