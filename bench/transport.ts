import { connect } from '../nodes/api/connect';
import { PACKAGE } from '../scripts/engine';
import { Probe } from '../test/support/probe';
import { triggerEngine } from '../test/support/triggers/triggerEngine';
import type { Report } from './figures';
import { short } from './measure';
import { PER_SECOND, THROTTLE, withSandbox } from './service';

const CALLS = 1_000;
const AT_ONCE = 20;

/** Sends 1,000 calls through the whole transport, within a real execution, against the throttle. */
export async function run(report: Report): Promise<void> {
	await withSandbox({ throttle: THROTTLE }, async (sandbox) => {
		const credential = { environment: 'production', requestsPerSecond: PER_SECOND };
		const [type, probe] = [`${PACKAGE}.probe`, new Probe()];
		const engine = await triggerEngine(sandbox, credential, { [type]: probe });
		let seconds = NaN;
		probe.work = async (context) => {
			const client = await connect(context);
			const startedAt = performance.now();
			let left = CALLS;
			const caller = async () => {
				while (left-- > 0) await client.call({ method: 'GET', path: '/quota', expects: 'json' });
			};
			await Promise.all(Array.from({ length: AT_ONCE }, caller));
			seconds = (performance.now() - startedAt) / 1000;
		};
		const credentials = { translationJobsApi: { id: 'rest', name: 'Sandbox' } };
		const position: [number, number] = [0, 0];
		const node = { id: '1', name: 'Probe', type, typeVersion: 1, position, parameters: {} };
		const workflow = { nodes: [{ ...node, credentials }], connections: {} };
		const run = await engine.run(workflow, { startNode: 'Probe' });
		engine.stop();
		if (run.data.resultData.error) throw run.data.resultData.error;
		const log = await sandbox.log({ origin: 'rest' });
		const refused = log.filter(({ status }) => status === 429).length;
		report('transport.refused', refused, `${log.length} calls sent`);
		report(
			'transport.rate',
			(CALLS / seconds / PER_SECOND) * 100,
			`${PER_SECOND} per second allowed; ${CALLS} calls took ${short(seconds)} s`,
		);
	});
}
