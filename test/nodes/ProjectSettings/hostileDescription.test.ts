import type { SoapInjection } from '../../../sandbox/soap';
import { HOSTILE } from './hostileAnswers';
import { useSoapHarness, withJson } from './soapHarness';

/** More than the largest document that is read, and its parsed form. */
const MEMORY_ALLOWED = 300 * 1024 * 1024;

const harness = useSoapHarness();

const getAll = { ...withJson('analysisCode', 'getAll', {}), options: { maxTries: 1 } };
const BROKEN = [
	'billion laughs',
	'external entity',
	'a million elements',
	'100,000 levels',
	'a comment that never ends',
	'an undeclared prefix',
	'crossed tags',
	'an unknown encoding',
	'compressed rubbish',
	'a compression bomb',
];

async function withinMemory(run: () => Promise<void>) {
	const before = process.memoryUsage().rss;
	await run();
	expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_ALLOWED);
}

it.each(BROKEN)(
	'answers a description like this with an error, and sends nothing: %s',
	async (name) => {
		await withinMemory(async () => {
			harness.service.inject({
				...HOSTILE[name],
				operation: 'description',
				times: 9,
			} as SoapInjection);
			expect((await harness.run(getAll)).error?.message).toMatch(
				/^Reading the service description: /,
			);
			expect(harness.received).toEqual([]);
		});
	},
);

it.each([...BROKEN, '100 MB of text', 'a web page', 'JSON', 'blanks'])(
	'answers a logon like this with an error, and sends nothing more: %s',
	async (name) => {
		await withinMemory(async () => {
			harness.use({
				authentication: 'ticket',
				ticketSource: 'logon',
				logonUrl: harness.info.logonUrl,
				username: 'hostile',
				password: 'sandbox-password',
			});
			harness.service.inject({ ...HOSTILE[name], operation: 'Logon' } as SoapInjection);
			const { error } = await harness.run({
				...getAll,
				options: { maxTries: 1, serviceDescription: 'ignore' },
			});
			expect(error?.message).toMatch(/^Logon: /);
			expect(harness.received.map(({ operation }) => operation)).toEqual(['Logon']);
		});
	},
);
