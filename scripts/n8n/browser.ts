import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

import { canInstallPackages, findProgram, installDebianPackages } from './install/debian';
import { Recording } from './recording';
import type { N8nRest } from './run/rest';

/** What lies over the canvas. */
const AROUND_THE_CANVAS =
	'[class*="executionButtons"], [class*="nodeButtonsWrapper"], .tab-bar-container, [data-test-id="execute-workflow-button"], [data-test-id="workflow-chat-button"], .vue-flow__panel';
/** Free space around what a picture shows. */
const MARGIN_PX = 32;
/** Long, because a busy machine is not a defect. Waiting ends as soon as something appears. */
const WAIT_MS = 300_000;
/** How long a button may take to appear before the page is looked at anew. */
const CLICK_MS = 10_000;
/** How long one choice in the node creator may take before the creator is opened anew. */
const STEP_MS = 30_000;
/** The editor takes over what is typed some time after the last key. */
const DEBOUNCE_MS = 2_000;
/** Between two keys of somebody who types fast. */
const KEY_MS = 10;
/** About the time that a message takes to fade out. */
const VANISHING_MS = 500;
/** The editor follows the mouse, so a drag must pass through some points. */
const DRAG_STEPS = 20;
const FINDS_NOTHING = 'qqqqq';
/** Buttons that show a sign instead of a word. */
const SIGNS: Record<string, string> = { '×': 'ndv-close-button', '+': 'canvas-handle-plus' };
/** So near to an edge is still inside. */
const INSIDE_PX = 4;
const VIEWPORT = { width: 1280, height: 800 };
const PROGRAMS = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'microsoft-edge',
];
const APPLICATIONS = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
		const folder = process.env[name];
		return folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [];
	}),
];

export const NO_BROWSER =
	'No Chromium or Chrome was found (looked at CHROME_PATH, the PATH and the usual places), and it can be installed only as root on Debian.';

/** Finds Chromium or Chrome; on Debian, root installs the distribution's package. */
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

export async function launchBrowser(executablePath: string): Promise<Browser> {
	const asRoot = process.getuid?.() === 0;
	// Chromium refuses to run as root with its own sandbox.
	return await chromium.launch({ executablePath, args: asRoot ? ['--no-sandbox'] : [] });
}

/** A browser window that is already logged in to n8n. */
export class EditorWindow {
	private constructor(
		private readonly browser: Browser,
		private readonly page: Page,
		private readonly url: string,
	) {}

	static async open(executablePath: string, rest: N8nRest): Promise<EditorWindow> {
		const browser = await launchBrowser(executablePath);
		const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light' });
		context.setDefaultTimeout(WAIT_MS);
		await context.addCookies([{ ...rest.session, url: rest.url }]);
		return new EditorWindow(browser, await context.newPage(), rest.url);
	}

	/** Films all that happens from now on. A program that shows no animation shows how it begins. */
	async record(): Promise<Recording> {
		await this.goTo('home/workflows');
		await this.shows('Credentials');
		return await Recording.start(this.page.context());
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.byTestId('canvas-add-button').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byTestId('canvas-node').first().waitFor();
	}

	/** Searches the node creator and waits until it finds this node. */
	async findNode(text: string, node: string): Promise<void> {
		await this.page
			.locator('[data-test-id="canvas-add-button"], [data-test-id="node-creator-plus-button"]')
			.first()
			.click();
		await this.searchNode(text, node);
	}

	/** Types into the open node creator and waits until it finds this node. */
	async searchNode(text: string, node: string): Promise<void> {
		const search = this.byTestId('node-creator-search-bar');
		const names = this.byTestId('node-creator-item-name');
		// What an earlier search has found must not look like an answer.
		await search.fill(FINDS_NOTHING);
		await names.first().waitFor({ state: 'hidden' });
		await search.fill(text);
		await names.filter({ hasText: node }).first().waitFor();
	}

	/** Picks a node and an action in the node creator, which opens the parameters. */
	async addAction(node: string, action: string): Promise<void> {
		await this.creatorItems.filter({ hasText: node }).first().click();
		const wanted = this.creatorItems.filter({ hasText: action }).first();
		const actions = this.byTestId('node-creator-category-item').filter({ hasText: /^Actions/ });
		await wanted.or(actions).first().waitFor();
		// The editor offers the first node of a workflow as a trigger and hides its actions.
		if (!(await wanted.isVisible())) await actions.click();
		await wanted.click();
		await this.parameters.waitFor();
	}

	/** The path of the open page. */
	get address(): string {
		return new URL(this.page.url()).pathname.slice(1);
	}

	/** Opens a page of the editor, e.g. `home/workflows`. */
	async goTo(path: string): Promise<void> {
		await this.page.goto(`${this.url}/${path}`);
	}

	/**
	 * Clicks on what shows exactly these words. An open dialog covers everything else. A slow click
	 * may time out although it took effect; `isDone` tells that there is nothing left to press. By
	 * default this is so when the words have gone.
	 */
	async press(words: string, isDone?: () => boolean | Promise<boolean>): Promise<void> {
		let wasThere = false;
		const hasGone = async () => wasThere && !(await this.visible(words).first().isVisible());
		await repeat(async () => {
			wasThere ||= await this.visible(words).first().isVisible();
			const dialog = this.page.getByRole('dialog').filter({ visible: true }).last();
			const place = (await dialog.isVisible()) ? dialog : this.page;
			const found = this.visible(words, place);
			// A page that opens slowly must not look like a button that was never pressed.
			await found.last().click({ timeout: CLICK_MS, noWaitAfter: true });
		}, isDone ?? hasGone);
	}

	private visible(words: string, place: Page | Locator = this.page): Locator {
		return place.getByText(words, { exact: true }).filter({ visible: true });
	}

	/** Presses the button above these words on an empty canvas, and chooses the node. */
	async addFirstStep(words: string, node: string): Promise<void> {
		await this.shows(words);
		await this.chooseInCreator(this.byTestId('canvas-add-button'), [node]);
	}

	/** Presses the button with this sign after the last node, and chooses a node and one of its actions. */
	async addNextStep(sign: string, node: string, action: string): Promise<void> {
		await this.chooseInCreator(this.signed(sign).last(), [node, action]);
	}

	private signed(sign: string): Locator {
		const id = SIGNS[sign];
		if (!id) throw new Error(`No button is known to show "${sign}"`);
		return this.byTestId(id);
	}

	/**
	 * Opens the node creator with this button and chooses one entry after another. On a busy machine
	 * the editor sometimes closes the creator by itself; then this begins anew.
	 */
	private async chooseInCreator(button: Locator, entries: string[]): Promise<void> {
		const close = this.page.getByLabel('Close Node Creator');
		await repeat(
			async () => {
				if (await close.isVisible()) await close.click({ timeout: STEP_MS });
				await button.click({ timeout: STEP_MS });
				for (const entry of entries) await this.chooseEntry(entry);
			},
			async () => await this.parameters.isVisible(),
		);
	}

	/** Chooses an entry of the node creator. It searches if the entry is not in sight. */
	private async chooseEntry(name: string): Promise<void> {
		const entry = this.creatorItems
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first();
		await this.creatorItems.first().waitFor({ timeout: STEP_MS });
		const search = this.byTestId('node-creator-search-bar');
		if (!(await entry.isVisible())) await this.typeInto(search, name);
		await entry.click({ timeout: STEP_MS });
	}

	/** Enters a value where a field has this label: in a text, a drop-down or a list. */
	async enter(label: string, value: string): Promise<void> {
		const field = this.field(label);
		const list = field.locator('[data-test-id="rlc-input"]');
		const dropDown = field.locator('.el-select');
		await list.or(dropDown).or(field.locator('input, textarea')).first().waitFor();
		if ((await list.count()) > 0) {
			await this.openItems(list.first());
			await this.pickFromList(value);
			return;
		}
		await this.typeInto(field.locator('input, textarea').first(), value);
		if ((await dropDown.count()) > 0) await this.pickOption(value);
	}

	/** Replaces a text key by key, like a person. The editor may complete what is typed. */
	private async typeInto(input: Locator, text: string): Promise<void> {
		await input.click({ timeout: STEP_MS });
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.type(text, { delay: KEY_MS });
		await this.page.waitForTimeout(DEBOUNCE_MS);
	}

	/** Presses a button such as *Add Filter* and takes an entry of its list. */
	async add(button: string, entry: string): Promise<void> {
		// The button is an empty drop-down, and its words are the placeholder.
		await this.parameters.getByPlaceholder(button, { exact: true }).click();
		await this.pickOption(entry);
		await this.field(entry).waitFor();
	}

	async switchOn(label: string): Promise<void> {
		const field = this.field(label);
		await field.locator('.el-switch').click();
		await field.locator('.el-switch.is-checked').waitFor();
	}

	/** Switches a field to an expression and types it. */
	async enterExpression(label: string, button: string, expression: string): Promise<void> {
		const field = this.field(label);
		await field.hover();
		await field.getByText(button, { exact: true }).click();
		await this.typeInto(field.locator('.cm-content'), expression);
	}

	/** Drags a field of the input to the end of an expression, and returns the expression. */
	async dragBehind(name: string, label: string): Promise<string> {
		const editor = this.field(label).locator('.cm-content');
		const pill = this.byTestId('run-data-schema-node-name').and(
			this.page.locator(`[data-value="{{ $json.${name} }}"]`),
		);
		const before = await editor.innerText();
		await this.drag(pill.first(), this.field(label).locator('.cm-line').last(), endOf);
		await editor.filter({ hasText: name }).waitFor();
		await this.page.waitForTimeout(DEBOUNCE_MS);
		const after = await editor.innerText();
		return after.startsWith(before) ? after.slice(before.length) : after;
	}

	/** Presses a button that opens another page, and returns that page. */
	async pressForPage(words: string): Promise<Page> {
		let page: Page | undefined;
		const opened = this.page
			.context()
			.waitForEvent('page')
			.then((other) => (page = other));
		await this.press(words, () => page !== undefined);
		return await opened;
	}

	/** Types into the search of a dialog and takes what it finds. */
	async searchFor(words: string): Promise<void> {
		await this.typeInto(this.page.getByRole('dialog').locator('input').first(), words);
		await this.pickOption(words);
	}

	/** Takes an entry of the drop-down that is open. */
	private async pickOption(text: string): Promise<void> {
		await this.page
			.locator('.el-select-dropdown__item')
			.filter({ hasText: text, visible: true })
			.first()
			.click();
	}

	/** Waits until the editor shows these words. */
	async shows(words: string): Promise<void> {
		await this.page.getByText(words).filter({ visible: true }).first().waitFor();
	}

	/** Whether the editor shows these words now. */
	async isShown(words: string): Promise<boolean> {
		return await this.page.getByText(words).filter({ visible: true }).first().isVisible();
	}

	/** The innermost parameter with this label. */
	private field(label: string): Locator {
		const labelled = this.page.locator('.n8n-input-label').filter({ hasText: label });
		return this.page
			.locator('[data-test-id="parameter-item"], [data-test-id="credential-connection-parameter"]')
			.filter({ has: labelled, visible: true })
			.last();
	}

	/** Opens a node's parameters, like a double click on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.parameters.waitFor();
	}

	async closeNode(sign = '×'): Promise<void> {
		await this.signed(sign).click();
		await this.parameters.waitFor({ state: 'hidden' });
	}

	/** Replaces the expression of a resource locator by its list, and returns the list's entries. */
	async openList(parameter: string): Promise<string[]> {
		const locator = this.byTestId(`resource-locator-${parameter}`);
		await locator.hover();
		await this.page
			.locator(`[data-test-id="parameter-item"]`)
			.filter({ has: locator })
			.locator('[data-test-id="radio-button-fixed"]')
			.click();
		await locator.locator('[data-test-id="rlc-mode-selector"]').click();
		await this.byTestId('mode-list').click();
		await this.openItems(locator.locator('[data-test-id="rlc-input"]'));
		return await this.listItems.allInnerTexts();
	}

	/** While the node is still being set up, the editor can close the list again. */
	private async openItems(input: Locator): Promise<void> {
		await repeat(
			async () => {
				await input.click({ timeout: CLICK_MS, noWaitAfter: true });
				await this.listItems.first().waitFor({ timeout: CLICK_MS });
			},
			async () => await this.listItems.first().isVisible(),
		);
	}

	async pickFromList(text: string): Promise<void> {
		await this.listItems.filter({ hasText: text }).first().click();
	}

	/** Types into a parameter or a field of a form, as soon as it appears. */
	async fill(parameter: string, text: string): Promise<void> {
		await this.textOf(parameter).fill(text);
	}

	/** Takes an entry of a parameter's drop-down. */
	async pick(parameter: string, option: string): Promise<void> {
		await this.textOf(parameter).click();
		await this.pickOption(option);
	}

	/** Adds to the text of a parameter, like a person who types at its end. */
	async typeAtEnd(parameter: string, text: string): Promise<void> {
		const input = this.textOf(parameter);
		await input.click();
		await input.press('End');
		await input.pressSequentially(text);
		await this.page.waitForTimeout(DEBOUNCE_MS);
	}

	/** Drags a field from the input panel into a parameter, and returns what the parameter holds. */
	async dragField(path: string, parameter: string): Promise<string> {
		const pill = this.byTestId('run-data-schema-node-name').and(
			this.page.locator(`[data-value="{{ $json.${path} }}"]`),
		);
		const input = this.textOf(parameter);
		const before = await input.inputValue();
		await this.drag(pill, input);
		const deadline = Date.now() + WAIT_MS;
		while ((await input.inputValue()) === before && Date.now() < deadline)
			await this.page.waitForTimeout(VANISHING_MS);
		return await input.inputValue();
	}

	private async drag(what: Locator, where: Locator, pointOf = centreOf): Promise<void> {
		const from = await centreOf(what);
		const to = await pointOf(where);
		await this.page.mouse.move(...from);
		await this.page.mouse.down();
		await this.page.mouse.move(...to, { steps: DRAG_STEPS });
		await this.byTestId('parameter-input').locator('[class*="activeDrop"]').first().waitFor();
		await this.page.mouse.up();
	}

	private textOf(parameter: string): Locator {
		return this.byTestId(`parameter-input-${parameter}`).locator('input, textarea').first();
	}

	async executeStep(): Promise<void> {
		await this.byTestId('node-execute-button').click();
	}

	/** Waits until the node has run and its output shows this text, or anything by default. */
	async outputShows(text?: string): Promise<void> {
		const panel = this.byTestId('output-panel');
		await panel.locator('[data-test-id="node-run-info"]').waitFor();
		if (text) await panel.getByText(text).first().waitFor();
	}

	/** The notification in the corner of the editor. */
	async notification(): Promise<string> {
		return await this.page.locator('.el-notification').first().innerText();
	}

	/**
	 * Closes all notifications, so that they cover nothing. Messages of success may vanish by
	 * themselves at any moment.
	 */
	async closeNotifications(): Promise<void> {
		const messages = this.page.locator('.el-notification');
		await messages
			.first()
			.waitFor({ timeout: VANISHING_MS })
			.catch(() => {});
		while ((await messages.count()) > 0) {
			const close = messages.locator('.el-notification__closeBtn').first();
			await close.click({ timeout: VANISHING_MS }).catch(() => {});
			await this.page.waitForTimeout(VANISHING_MS);
		}
	}

	/** The last lines of notes that are too small to show them. */
	async hiddenNoteLines(count: number): Promise<string[]> {
		const notes = this.byTestId('sticky');
		await notes.nth(count - 1).waitFor({ state: 'attached' });
		// Until then, the text uses a wider font.
		await this.page.waitForLoadState('networkidle');
		await this.page.evaluate('document.fonts.ready.then(() => true)');
		return await notes.evaluateAll((elements) =>
			elements.flatMap(({ firstElementChild: text }) =>
				text && text.scrollHeight > text.clientHeight ? [text.textContent?.slice(-80) ?? ''] : [],
			),
		);
	}

	get parameters(): Locator {
		return this.byTestId('node-parameters');
	}

	/** Nodes that n8n marks in red. */
	async markedNodes(): Promise<string[]> {
		const marked = this.byTestId('canvas-node').filter({
			has: this.byTestId('node-issues'),
		});
		const names = await marked.evaluateAll((nodes) =>
			nodes.map(
				(node) => (node as unknown as { dataset: Record<string, string> }).dataset.nodeName!,
			),
		);
		return names.sort();
	}

	/** The canvas without the panels around it, small. */
	async canvasPicture(path: string): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		await this.page.waitForTimeout(500);
		const style = `${AROUND_THE_CANVAS} { visibility: hidden !important; }`;
		const looks = { type: 'jpeg', quality: 45, scale: 'css', style } as const;
		await this.page.screenshot({ path, clip: await this.areaOfNodes(), ...looks });
	}

	private async areaOfNodes(): Promise<{ x: number; y: number; width: number; height: number }> {
		const canvas = await this.byTestId('canvas').boundingBox();
		const nodes = await this.page
			.locator('.vue-flow__node')
			.evaluateAll((elements) =>
				elements.map((element) => element.getBoundingClientRect().toJSON()),
			);
		if (!canvas || nodes.length === 0) throw new Error('There is nothing to take a picture of');
		const left = Math.max(canvas.x, Math.min(...nodes.map(({ left }) => left)) - MARGIN_PX);
		const top = Math.max(canvas.y, Math.min(...nodes.map(({ top }) => top)) - MARGIN_PX);
		const right = Math.min(
			canvas.x + canvas.width,
			// The button behind a last node is no part of it.
			Math.max(...nodes.map(({ right }) => right)) + 2 * MARGIN_PX,
		);
		const bottom = Math.min(
			canvas.y + canvas.height,
			// Nor is the name below a node.
			Math.max(...nodes.map(({ bottom }) => bottom)) + 2 * MARGIN_PX,
		);
		return { x: left, y: top, width: right - left, height: bottom - top };
	}

	/** Takes a picture after drop-downs and lists are filled. */
	async screenshot(path: string): Promise<void> {
		await this.page.waitForLoadState('networkidle');
		// Loaded content fades in.
		await this.page.waitForTimeout(500);
		await this.page.screenshot({ path });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	private get creatorItems(): Locator {
		return this.byTestId('item-iterator-item');
	}

	private get listItems(): Locator {
		return this.byTestId('rlc-item');
	}

	private byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}
}

/** Does something again that failed, unless `isDone` says that it took effect all the same. */
async function repeat(
	attempt: () => Promise<void>,
	isDone: () => boolean | Promise<boolean>,
): Promise<void> {
	const deadline = Date.now() + WAIT_MS;
	for (;;) {
		try {
			await attempt();
			return;
		} catch (error) {
			if (await isDone()) return;
			if (Date.now() > deadline) throw error;
		}
	}
}

/** Behind the last letter of a text, also if it takes several lines. */
async function endOf(element: Locator): Promise<[number, number]> {
	const box = await element.boundingBox();
	if (!box) throw new Error('There is nothing to drag to');
	return [box.x + box.width - INSIDE_PX, box.y + box.height - INSIDE_PX];
}

async function centreOf(element: Locator): Promise<[number, number]> {
	await element.scrollIntoViewIfNeeded();
	const box = await element.boundingBox();
	if (!box) throw new Error('There is nothing to drag from or to');
	return [box.x + box.width / 2, box.y + box.height / 2];
}
