import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EditorWindow } from '../../scripts/n8n/browser';
import { browserOfTests } from './browserOfTests';
import type { Environment } from './environment';

/** Opened before the first test where there is a browser; without one, `run` skips. */
export interface WindowUser {
	run(work: (window: EditorWindow) => Promise<void>): () => Promise<void>;
}

export function useEditorWindow(environment: Environment): WindowUser {
	let window: EditorWindow | undefined;
	beforeAll(async () => {
		const executable = await browserOfTests();
		if (executable) window = await EditorWindow.open(executable, environment.workbench.rest);
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
