import type { IDataObject } from 'n8n-workflow';

import { connect } from '../nodes/api/connect';
import { startSandbox } from '../sandbox/launch';
import { runProbe } from './probe';
import type { Report } from './report';

const CALLS = 1_000;
const PER_SECOND = 20;
const AT_ONCE = 20;
/** Least share of the allowed rate, in percent, on a machine without other work. */
const MIN_RATE = 98;

/** Sends 1,000 calls through the whole transport against a throttle of 20 per sliding second. */
export async function run(report: Report) {
	const sandbox = await startSandbox();
	try {
		await sandbox.configure({ throttle: { perSecond: PER_SECOND, retryAfter: 'seconds' } });
		const credential: IDataObject = {
			environment: 'production',
			baseUrl: sandbox.baseUrl,
			authUrl: sandbox.authUrl,
			clientId: sandbox.clientId,
			clientSecret: sandbox.clientSecret,
		};
		const seconds = await runProbe(credential, async (context) => {
			const client = await connect(context);
			const startedAt = performance.now();
			let left = CALLS;
			const caller = async () => {
				while (left-- > 0) await client.call({ method: 'GET', path: '/quota', expects: 'json' });
			};
			await Promise.all(Array.from({ length: AT_ONCE }, caller));
			return (performance.now() - startedAt) / 1000;
		});
		const log = await sandbox.log({ origin: 'rest' });
		const refused = log.filter(({ status }) => status === 429).length;
		const perSecond = CALLS / seconds;
		report({
			name: 'transport.refused',
			value: refused,
			unit: 'answers 429',
			target: '0',
			ok: refused === 0,
			comparedWith: `${log.length} calls sent`,
		});
		report({
			name: 'transport.rate',
			value: round((perSecond / PER_SECOND) * 100),
			unit: '% of the allowed rate',
			target: `>= ${MIN_RATE}`,
			ok: perSecond / PER_SECOND >= MIN_RATE / 100,
			comparedWith: `${PER_SECOND} per second allowed; ${CALLS} calls took ${round(seconds)} s`,
		});
	} finally {
		await sandbox.stop();
	}
}

const round = (value: number) => Math.round(value * 10) / 10;
