import { PROCESS_RUN } from '../../../nodes/triggers/handOvers';
import type { PollingWorkflow, Saved } from './pollingWorkflow';

let runs = 0;

/** What n8n's database holds, as another run of the process finds it. */
export const asAnotherRun = (saved: Saved): Saved =>
	JSON.parse(JSON.stringify(saved).replaceAll(PROCESS_RUN, `run${(runs += 1)}`)) as Saved;

interface Options {
	/** A process that knows nothing but what is saved. */
	boot: (saved: Saved) => PollingWorkflow;
	/** An execution with this request ends the process. */
	killer: string;
	/** What an execution does with everything else. */
	store?: (requestIds: string[]) => Promise<unknown>;
}

/** n8n that starts again whenever an execution ends it. */
export class Boots {
	count = 0;
	readonly executions: string[][] = [];
	private workflow: PollingWorkflow;

	constructor(private readonly options: Options) {
		this.workflow = this.start({ staticData: {} });
	}

	private start(saved: Saved): PollingWorkflow {
		this.count += 1;
		return this.options.boot(saved);
	}

	async poll(): Promise<void> {
		const { killer, store } = this.options;
		const items = (await this.workflow.poll()) ?? [];
		const requestIds = items.map(({ json }) => String(json.requestId));
		if (requestIds.length > 0) this.executions.push(requestIds);
		if (requestIds.includes(killer)) this.workflow = this.start(asAnotherRun(this.workflow.saved));
		else if (requestIds.length > 0) await store?.(requestIds);
	}

	/** How often each came in an execution that did not end the process, and in one that did. */
	timesOf(requestId: string): { survived: number; all: number } {
		const all = this.executions.filter((ids) => ids.includes(requestId));
		const survived = all.filter((ids) => !ids.includes(this.options.killer));
		return { survived: survived.length, all: all.length };
	}

	get killing(): number[] {
		return this.executions
			.filter((ids) => ids.includes(this.options.killer))
			.map(({ length }) => length);
	}
}
