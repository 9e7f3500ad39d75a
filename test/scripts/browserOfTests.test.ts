import { ensureBrowser, NO_BROWSER } from '../../scripts/n8n/browser';
import { browserOfTests } from '../e2e/browserOfTests';

jest.mock('../../scripts/n8n/browser', () => ({ ensureBrowser: jest.fn(), NO_BROWSER: 'None' }));

const found = jest.mocked(ensureBrowser);
const warn = jest.spyOn(console, 'warn').mockImplementation();
const { GITHUB_ACTIONS } = process.env;

beforeEach(() => warn.mockClear());
afterAll(() => {
	if (GITHUB_ACTIONS === undefined) delete process.env.GITHUB_ACTIONS;
	else process.env.GITHUB_ACTIONS = GITHUB_ACTIONS;
});

it('without a browser, the tests in it are skipped with a warning', async () => {
	delete process.env.GITHUB_ACTIONS;
	found.mockResolvedValue(undefined);
	expect(await browserOfTests()).toBeUndefined();
	expect(warn).toHaveBeenCalledWith(expect.stringContaining(NO_BROWSER));
});

it('without a browser, the tests in it fail on GitHub', async () => {
	process.env.GITHUB_ACTIONS = 'true';
	found.mockResolvedValue(undefined);
	await expect(browserOfTests()).rejects.toThrow(NO_BROWSER);
});

it('with a browser, GitHub is like everything else', async () => {
	process.env.GITHUB_ACTIONS = 'true';
	found.mockResolvedValue('/usr/bin/chromium');
	expect(await browserOfTests()).toBe('/usr/bin/chromium');
	expect(warn).not.toHaveBeenCalled();
});
