import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { launchBrowser } from '../../scripts/n8n/browser';
import { browserOfTests } from './browserOfTests';

/** Every look that a page must have: desk and phone, light and dark. */
export const LOOKS = [1440, 390].flatMap((width) =>
	(['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);
export type Look = (typeof LOOKS)[number];

const HEIGHT = 900;

/** Opens pages outside of n8n's editor; without a browser, `run` skips. */
export function usePlainPages() {
	let browser: Browser | undefined;
	beforeAll(async () => {
		const executable = await browserOfTests();
		if (executable) browser = await launchBrowser(executable);
	}, 120_000);
	afterAll(async () => await browser?.close());

	async function open(url: string, { width, colorScheme }: Look, options?: BrowserContextOptions) {
		const viewport = { width, height: HEIGHT };
		const context = await browser!.newContext({ viewport, colorScheme, ...options });
		const page = await context.newPage();
		await page.goto(url);
		return page;
	}

	return {
		run: (work: (opener: typeof open) => Promise<void>) => async () => {
			if (browser) await work(open);
		},
	};
}

/** How far a page can be scrolled sideways. */
export async function sideways(page: Page): Promise<number> {
	return await page.evaluate(
		'document.documentElement.scrollWidth - document.documentElement.clientWidth',
	);
}
