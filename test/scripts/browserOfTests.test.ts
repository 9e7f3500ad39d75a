import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ensureBrowser, NO_BROWSER } from '../../scripts/n8n/browser';
import { browserOfTests } from '../e2e/browserOfTests';

jest.mock('../../scripts/n8n/browser', () => ({ ensureBrowser: jest.fn(), NO_BROWSER: 'None' }));

const found = jest.mocked(ensureBrowser);
const warn = jest.spyOn(console, 'warn').mockImplementation();
const { CI } = process.env;

beforeEach(() => warn.mockClear());
afterAll(() => {
	if (CI === undefined) delete process.env.CI;
	else process.env.CI = CI;
});

it('without a browser, the tests in it are skipped with a warning', async () => {
	delete process.env.CI;
	found.mockResolvedValue(undefined);
	expect(await browserOfTests()).toBeUndefined();
	expect(warn).toHaveBeenCalledWith(expect.stringContaining(NO_BROWSER));
});

it('without a browser, the tests in it fail in CI', async () => {
	process.env.CI = 'true';
	found.mockResolvedValue(undefined);
	await expect(browserOfTests()).rejects.toThrow(NO_BROWSER);
});

it('with a browser, CI is like everything else', async () => {
	process.env.CI = 'true';
	found.mockResolvedValue('/usr/bin/chromium');
	expect(await browserOfTests()).toBe('/usr/bin/chromium');
	expect(warn).not.toHaveBeenCalled();
});

it('.ci/run is CI on every machine', () => {
	const script = readFileSync(join(__dirname, '..', '..', '.ci', 'run'), 'utf8');
	const [before = ''] = script.split(/^(?:npm|node) /m);
	expect(before).toMatch(/^export CI=true$/m);
});
