import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CacheEntry, ensureCached } from '../../../../scripts/n8n/install/cache';

let folder: string;
let installations: number;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'cache-test-'));
	process.env.TRANSLATION_JOBS_CACHE = folder;
	installations = 0;
});

afterEach(() => {
	delete process.env.TRANSLATION_JOBS_CACHE;
	rmSync(folder, { recursive: true, force: true });
});

const silent = () => {};
const entry = (install: CacheEntry['install'] = async () => {}): CacheEntry => ({
	key: 'thing-1.0',
	title: 'Thing',
	install: async (installer) => {
		installations++;
		await install(installer);
		writeFileSync(join(installer.folder, 'done'), '');
	},
});

function pidOfNobody(): number {
	return spawnSync(process.execPath, ['-e', '']).pid;
}

it('an entry is installed once and then found', async () => {
	await ensureCached(entry(), silent);
	const found = await ensureCached(entry(), silent);
	expect(installations).toBe(1);
	expect(readdirSync(found)).toEqual(['done']);
});

it('two at the same moment install once, and both get it', async () => {
	const [one, other] = await Promise.all([
		ensureCached(entry(), silent),
		ensureCached(entry(), silent),
	]);
	expect(installations).toBe(1);
	expect(one).toBe(other);
});

it('a failed installation leaves nothing that looks installed, and the next one succeeds', async () => {
	const failing = entry(async () => await Promise.reject(new Error('no network')));
	await expect(ensureCached(failing, silent)).rejects.toThrow('no network');
	expect(existsSync(join(folder, 'thing-1.0'))).toBe(false);
	expect(existsSync(await ensureCached(entry(), silent))).toBe(true);
});

it('what a killed installation left behind is cleared away, its lock taken over', async () => {
	const pid = pidOfNobody();
	mkdirSync(join(folder, `thing-1.0.partial-${pid}`));
	writeFileSync(join(folder, 'thing-1.0.lock'), JSON.stringify({ pid, host: hostname() }));
	await ensureCached(entry(), silent);
	expect(readdirSync(folder)).toEqual(['thing-1.0']);
});
