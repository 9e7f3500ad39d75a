import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { State } from '../../../sandbox/model/state';
import { type SoapInjection, startSoap } from '../../../sandbox/soap';
import { CUT, DAMAGED, DAMAGED_EVERY, HOSTILE, SAMPLE } from './hostileAnswers';
import { useSoapHarness, withJson } from './soapHarness';

/**
 * More than the largest answer that is read, and its parsed form; far less than the largest that is
 * sent.
 */
const MEMORY_ALLOWED = 300 * 1024 * 1024;
/** Calls to one origin are paced, so the answers come from several. */
const ORIGINS = 6;

const cases: Array<[string, SoapInjection]> = [
	...Object.entries(HOSTILE),
	...CUT.map((injection, length): [string, SoapInjection] => [
		`cut after ${length} bytes`,
		injection,
	]),
	...DAMAGED.map((injection, index): [string, SoapInjection] => [
		`damaged at byte ${index * DAMAGED_EVERY}`,
		injection,
	]),
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const memoryInUse = () => process.memoryUsage().heapUsed + process.memoryUsage().external;

const harness = useSoapHarness();
let state: State;
let services: Array<Awaited<ReturnType<typeof startSoap>>>;

beforeAll(async () => {
	state = new State(mkdtempSync(join(tmpdir(), 'soap-hostile-')), {
		clientId: 'none',
		clientSecret: 'unused-secret',
	});
	services = await Promise.all(Array.from({ length: ORIGINS }, async () => await startSoap(state)));
});
afterAll(async () => {
	await Promise.all(services.map(async (service) => await service.close()));
	rmSync(state.directory, { recursive: true, force: true });
});

const getAll = {
	...withJson('analysisCode', 'getAll', {}),
	options: { serviceDescription: 'ignore', maxTries: 1, concurrency: 1 },
};

it('has a sample that is answered when it is whole', async () => {
	harness.service.inject({ answer: { body: SAMPLE } });
	const { items } = await harness.run(getAll);
	expect(items[0]?.json).toEqual({ '@kind': 'a&b', Code: 'MÜß', Label: '<b>', Tag: '' });
});

it('answers every broken or hostile answer with an error, within bounded memory', async () => {
	expect(cases.length).toBeGreaterThanOrEqual(500);
	const before = memoryInUse();
	let peak = before;
	const watch = setInterval(() => {
		// Garbage does not count: how much of it lies about is up to the machine.
		if (memoryInUse() - before >= MEMORY_ALLOWED) collectGarbage();
		peak = Math.max(peak, memoryInUse());
	}, 10);
	const outcomes = await Promise.all(
		services.map(async ({ service, info }, index) => {
			const share = cases.filter((_, position) => position % ORIGINS === index);
			for (const [, injection] of share) service.inject(injection);
			const { items } = await harness.run(getAll, {
				input: share.map(() => ({})),
				continueOnFail: true,
				credential: { serviceUrl: info.url },
			});
			return share.map(([name], position): [string, string] => [
				name,
				String(items[position]?.json.error ?? 'NO ERROR'),
			]);
		}),
	);
	clearInterval(watch);

	expect(
		outcomes
			.flat()
			.filter(
				([, message]) =>
					!/^GetAnalysisCodes: /.test(message) ||
					/\b(undefined|TypeError|RangeError)\b/.test(message),
			),
	).toEqual([]);
	expect(outcomes.flat()).toHaveLength(cases.length);
	expect(peak - before).toBeLessThan(MEMORY_ALLOWED);
}, 180_000);

it('still answers after all that', async () => {
	expect((await harness.run(getAll)).error).toBeUndefined();
	expect(Object.prototype).not.toHaveProperty('polluted');
});
