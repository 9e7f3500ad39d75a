import { Cancelled } from '../../core/concurrency';
import { hideSecrets } from '../../core/redact';
import type { Client } from '../../http/client';
import { CONNECTION } from './connection';
import { type Finding, MAX_IDS, mostUrgentFirst } from './finding';
import { LEFT_TO_DO } from './leftToDo';
import { type Check, Look, type LookSettings, whyUnknown } from './look';
import { SHAPES } from './shapes';
import { SUPPORTS } from './supports';
import { TEST_JOB } from './testJob';

/** In this order: the calls of the first are few, and those of the last many. */
const CHECKS: readonly Check[] = [
	...CONNECTION,
	...SUPPORTS,
	...SHAPES,
	...TEST_JOB,
	...LEFT_TO_DO,
];

/** Runs all checks. One that fails is unknown and stops no other; cancelling stops all. */
export async function checkUp(
	client: Client,
	settings: LookSettings,
): Promise<{ findings: Finding[]; look: Look }> {
	const look = new Look(client, settings);
	const findings: Finding[] = [];
	const hide = (text = '') => hideSecrets(client.context, text);
	for (const { name: check, run } of CHECKS) {
		const found = await run(look).catch(whyUnknown);
		if (client.cancelSignal?.aborted) throw new Cancelled();
		if (!found) continue;
		const { verdict, finding, advice, ids = [] } = found;
		findings.push({
			check,
			verdict,
			finding: hide(finding),
			advice: hide(advice),
			ids: ids.slice(0, MAX_IDS),
		});
	}
	return { findings: findings.sort(mostUrgentFirst), look };
}
