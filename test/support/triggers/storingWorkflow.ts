import type { SandboxControl } from '../../../sandbox/client';
import { passTime } from './passTime';
import type { PollingWorkflow } from './pollingWorkflow';

const HOUR_MS = 60 * 60_000;

interface Execution {
	requestIds: string[];
	attempts: number[];
}

/**
 * A workflow that stores what it gets and then approves it. If the store refuses one record, the
 * whole execution fails and approves nothing.
 */
export class StoringWorkflow {
	readonly stored = new Set<string>();
	readonly executions: Execution[] = [];
	hours = 0;

	constructor(
		private readonly workflow: PollingWorkflow,
		private readonly sandbox: SandboxControl,
		private readonly bad: ReadonlySet<string>,
	) {}

	async poll(everyMs: number): Promise<void> {
		const items = (await this.workflow.poll()) ?? [];
		const requestIds = items.map(({ json }) => String(json.requestId));
		if (items.length > 0)
			this.executions.push({
				requestIds,
				attempts: items.map(({ json }) => Number(json.attempt)),
			});
		if (items.length > 0 && !requestIds.some((id) => this.bad.has(id))) {
			for (const id of requestIds) this.stored.add(id);
			await this.sandbox.approve(requestIds);
		}
		passTime(everyMs);
		this.hours += everyMs / HOUR_MS;
	}

	async pollUntilStored(requestIds: string[], everyMs: number, maxHours: number): Promise<void> {
		const isDone = () => requestIds.every((id) => this.stored.has(id) || this.bad.has(id));
		while (!isDone() && this.hours < maxHours) await this.poll(everyMs);
		expect(requestIds.filter((id) => !this.stored.has(id) && !this.bad.has(id))).toEqual([]);
	}

	/** How often each was handed over. */
	attemptsOf(requestIds: Iterable<string>): number[] {
		const all = this.executions.flatMap((execution) => execution.requestIds);
		return [...requestIds].map((id) => all.filter((other) => other === id).length);
	}
}
