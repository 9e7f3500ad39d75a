import type { ChildProcess } from 'node:child_process';

import type { Violation } from '../../sandbox/calls/violations';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/launch';
import { aheadMs, onLeap } from './simulatedTime';

declare global {
	/** See jest/environment.js. */
	var idleSandboxes: ChildProcess[];
}

export type Rule = Violation['rule'];

/**
 * A sandbox whose `stop()` fails after a call to a removed path or any other violation, in all
 * tests of a file and across resets. Not for rules that the tests break on purpose.
 */
export async function startWatchedSandbox(
	options: SandboxOptions = {},
	provoked: readonly Rule[] = [],
): Promise<Sandbox> {
	const sandbox = await startSandbox(options, globalThis.idleSandboxes);
	const { reset, stop } = sandbox;
	const stopLeaping = onLeap(async (ms) => void (await sandbox.advance(ms)));
	const noted: Violation[] = [];
	const note = async () =>
		noted.push(...(await sandbox.violations()).filter(({ rule }) => !provoked.includes(rule)));
	return Object.assign(sandbox, {
		reset: async (to?: Parameters<Sandbox['reset']>[0]) => {
			await note();
			await reset(to);
			await sandbox.advance(aheadMs());
		},
		stop: async () => {
			await note().finally(async () => {
				stopLeaping();
				await stop();
			});
			if (noted.length > 0)
				throw new Error(
					`The sandbox noted what no connector should do: ${JSON.stringify(noted.slice(0, 10))}`,
				);
		},
	});
}
