/** A workflow that delivers translations with both triggers, on n8n's engine, with a store that fails at random. */
import { appendFileSync } from 'node:fs';
import type { IExecuteFunctions, INodeExecutionData, INodeType, IWorkflowBase } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node.ts';
import { CORE_NODES } from '../../../scripts/coreNodes';
import { type Engine, type NodeClasses, PACKAGE } from '../../../scripts/engine';
import template from './deliveringTemplate.json';
import { seededRandom } from './seededRandom';

const TRIGGERS: Record<string, string> = {
	listener: 'Translation is ready',
	poll: 'Whatever was missed',
};

export interface Store {
	stored: string;
	/** The share of the executions in which it fails. */
	failing: number;
	seed: number;
}

/**
 * The pause before a delivery comes again doubles each time. After more failures than these, chance
 * alone would make it come later than a test can wait.
 */
const MAX_FAILURES = 3;

export function deliveringNodes({ stored, failing, seed }: Store): NodeClasses {
	const random = seededRandom(seed);
	const failures = new Map<string, number>();
	const fails = (keys: readonly string[]): boolean => {
		const isSpared = keys.some((key) => (failures.get(key) ?? 0) >= MAX_FAILURES);
		if (random() >= failing || isSpared) return false;
		for (const key of keys) failures.set(key, (failures.get(key) ?? 0) + 1);
		return true;
	};
	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			const keys = this.getInputData().map(({ json }) => String(json.requestId));
			if (fails(keys)) throw new NodeOperationError(this.getNode(), 'The store is down');
			appendFileSync(stored, keys.map((key) => `${key}\n`).join(''));
			// As most nodes do, it hands on its own answer rather than what it was given.
			return [this.getInputData().map((_, item) => ({ json: { ok: true }, pairedItem: { item } }))];
		},
	};
	return {
		...CORE_NODES,
		'n8n-nodes-base.noOp': store,
		[`${PACKAGE}.translationJobs`]: new TranslationJobs(),
	};
}

/** One execution, begun by one of the two triggers. Whatever becomes of it, nobody repairs it. */
export async function deliver(
	engine: Engine,
	source: string,
	items: Array<{ json: Record<string, unknown> }>,
): Promise<void> {
	const trigger = TRIGGERS[source]!;
	await engine
		.run(template as unknown as IWorkflowBase, {
			startNode: trigger,
			mode: 'trigger',
			pinData: { [trigger]: items as INodeExecutionData[] },
		})
		.catch(() => undefined);
}
