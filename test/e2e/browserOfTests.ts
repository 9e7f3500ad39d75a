import { ensureBrowser, NO_BROWSER } from '../../scripts/n8n/browser';

/**
 * The program of a browser. Without one, the tests in it are skipped with a warning. The workflows on
 * GitHub skip none: nobody would read the warning.
 */
export async function browserOfTests(): Promise<string | undefined> {
	const executable = await ensureBrowser();
	if (executable) return executable;
	if (process.env.GITHUB_ACTIONS) throw new Error(NO_BROWSER);
	console.warn(`Browser tests skipped. ${NO_BROWSER}`);
	return undefined;
}
