import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

import { shortenSmallChanges } from './animatedWebp';
import { runCommand } from './install/command';
import { canInstallPackages, findProgram, installDebianPackages } from './install/debian';

/** What changes faster than this is not seen. */
const SLOT_MS = 400;
/** Where nothing changes for longer, the film goes on. */
const LONGEST_MS = 2_500;
/** What appeared last fades in. */
const FADE_MS = 3_000;
const WIDTH = 960;
const HEIGHT = 600;
const VIEWPORT = { width: 1280, height: 800 };

/** Nobody sees the mouse of a browser without a screen. */
const POINTER = `
	const pointer = document.createElement('div');
	pointer.style.cssText = 'position:fixed;z-index:2147483647;pointer-events:none;width:22px;height:22px;' +
		'margin:-11px;border-radius:50%;background:rgba(255,109,90,.45);border:2px solid #d9432f;left:-50px;';
	addEventListener('mousemove', ({ clientX, clientY }) => {
		if (!pointer.isConnected) document.documentElement.append(pointer);
		pointer.style.left = clientX + 'px';
		pointer.style.top = clientY + 'px';
	}, true);
`;

/** Films a browser: always the page that was opened last. */
export class Recording {
	private readonly slots = new Map<number, Buffer>();
	private readonly pages: Page[] = [];
	private readonly onPage = (page: Page) => void this.watch(page).catch(() => {});

	private constructor(private readonly context: BrowserContext) {}

	static async start(context: BrowserContext): Promise<Recording> {
		if (!findProgram('img2webp') && canInstallPackages()) await installDebianPackages(['webp']);
		const recording = new Recording(context);
		await context.addInitScript(POINTER);
		context.on('page', recording.onPage);
		for (const page of context.pages()) await recording.watch(page);
		return recording;
	}

	/** Writes the film so far, as an animated WebP. */
	async stop(file: string): Promise<void> {
		await sleep(FADE_MS);
		this.context.off('page', this.onPage);
		const folder = mkdtempSync(join(tmpdir(), 'film-'));
		const slots = [...this.slots.keys()].sort((one, other) => one - other);
		const frames = slots.flatMap((slot, index) => {
			const picture = join(folder, `${slot}.png`);
			writeFileSync(picture, this.slots.get(slot)!);
			const shownMs = ((slots[index + 1] ?? Infinity) - slot) * SLOT_MS;
			return ['-d', String(Math.min(shownMs, LONGEST_MS)), picture];
		});
		await runCommand('img2webp', ['-lossless', '-min_size', ...frames, '-o', file]);
		rmSync(folder, { recursive: true });
		const film = readFileSync(file);
		shortenSmallChanges(film);
		writeFileSync(file, film);
	}

	private async watch(page: Page): Promise<void> {
		// While a page opens, the browser shows that it waits.
		if (this.pages.length > 0) this.slots.delete(Math.max(...this.slots.keys()));
		this.pages.push(page);
		// Some are windows of another size.
		await page.setViewportSize(VIEWPORT);
		const session = await this.context.newCDPSession(page);
		page.once('close', () => {
			this.pages.splice(this.pages.indexOf(page), 1);
		});
		session.on('Page.screencastFrame', ({ data, sessionId }) => {
			const png = Buffer.from(data, 'base64');
			if (page === this.pages.at(-1) && isWhole(png))
				this.slots.set(Math.floor(Date.now() / SLOT_MS), png);
			void acknowledge(session, sessionId);
		});
		await session.send('Page.startScreencast', {
			format: 'png',
			maxWidth: WIDTH,
			maxHeight: HEIGHT,
		});
	}
}

/** A page has another size before it has that of its window. */
const isWhole = (png: Buffer): boolean =>
	png.readUInt32BE(16) === WIDTH && png.readUInt32BE(20) === HEIGHT;

/** Without it, no further frame comes. */
async function acknowledge(session: CDPSession, sessionId: number): Promise<void> {
	await session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
		// The page was closed in the meantime.
	});
}
