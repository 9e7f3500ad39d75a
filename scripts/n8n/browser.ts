import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

import { canInstallPackages, findProgram, installDebianPackages } from './debian';
import type { N8nRest } from './rest';

const VIEWPORT = { width: 1440, height: 900 };
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const APPLICATIONS = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
		const folder = process.env[name];
		return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
	}),
];

export const NO_BROWSER = 'No Chromium or Chrome was found (looked at CHROME_PATH, the PATH and the usual places), and it can be installed only as root on Debian.';

/** A Chromium or Chrome on this machine; on Debian, root gets the distribution's. */
export async function ensureBrowser(print?: (line: string) => void): Promise<string | undefined> {
	const found = findBrowser();
	if (found || !canInstallPackages()) return found;
	await installDebianPackages(['chromium'], print);
	return findBrowser();
}

function findBrowser(): string | undefined {
	const own = process.env.CHROME_PATH;
	if (own) return own;
	return findProgram(...PROGRAMS) ?? APPLICATIONS.find((path) => existsSync(path));
}

/** A browser window that is logged in to n8n already. */
export class EditorWindow {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	static async open(executablePath: string, rest: N8nRest): Promise<EditorWindow> {
		const asRoot = process.getuid?.() === 0;
		// Chromium refuses to run as root with its own sandbox on.
		const browser = await chromium.launch({ executablePath, args: asRoot ? ['--no-sandbox'] : [] });
		const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.5, colorScheme: 'light' });
		await context.addCookies([{ ...rest.session, url: rest.url }]);
		return new EditorWindow(browser, await context.newPage(), rest.url);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator('[data-test-id="canvas-node"]').first().waitFor();
	}

	/** Opens a node's parameters, as a double click on the canvas does. */
	async openNode(name: string): Promise<void> {
		await this.canvasNode(name).dblclick();
		await this.parameters.waitFor();
	}

	canvasNode(name: string) {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	get parameters() {
		return this.page.locator('[data-test-id="node-parameters"]');
	}

	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.parameters.waitFor({ state: 'hidden' });
	}

	/** Opens the node creator and types into its search. */
	async searchNodes(text: string): Promise<void> {
		await this.page.locator('[data-test-id="node-creator-plus-button"]').click();
		await this.page.locator('[data-test-id="node-creator-search-bar"]').fill(text);
		await this.page.locator('[data-test-id="node-creator-node-item"]').first().waitFor();
	}

	/** Waits until drop-downs and lists have been filled. */
	async settled(): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		// What has been loaded fades in.
		await this.page.waitForTimeout(500);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
