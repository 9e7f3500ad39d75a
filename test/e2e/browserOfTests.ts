import { ensureBrowser, NO_BROWSER } from '../../scripts/n8n/browser';

/**
 * The program of a browser. Without one, the tests in it are skipped with a warning. What must pass
 * before a change lands skips none: nobody would read the warning.
 */
export async function browserOfTests(): Promise<string | undefined> {
	const executable = await ensureBrowser();
	if (executable) return executable;
	if (process.env.CI) throw new Error(NO_BROWSER);
	console.warn(`Browser tests skipped. ${NO_BROWSER}`);
	return undefined;
}
