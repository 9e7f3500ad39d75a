import type { WireLabels } from '../../rules/labels';
import type { Client } from '../../transport/client';
import type { JobFields } from '../jobs/jobs';
import type { JobSlot, Plan } from './plan/plan';
import { newSenderId, type Part, runLabels, type Sender } from './runKey';

/** Shared by all jobs of one sending. */
export interface Run {
	/** Digest of the run key. Undefined if earlier runs do not matter. */
	digest?: string;
	content?: string;
	fields: JobFields;
	/** By n8n's clock. Older runs do not count. */
	windowStart: number;
	startedAt: number;
	sender: Sender;
	/** A job without a heartbeat for this long may be taken over. */
	leaseMs: number;
	/** The longest wait for another run with the same content. */
	waitMs: number;
	/** Jobs that this run created or took over. */
	touched: Map<string, { slot: JobSlot; isMade: boolean }>;
}

export interface RunOptions {
	windowHours: number;
	leaseMs: number;
	/** How long to wait for another execution that sends the same content. */
	otherRunWaitMs: number;
}

export function newRun(
	{ digest, contentDigest, fields }: Plan,
	{ windowHours, leaseMs, otherRunWaitMs }: RunOptions,
): Run {
	const startedAt = Date.now();
	return {
		digest,
		content: contentDigest,
		fields,
		windowStart: startedAt - windowHours * 3_600_000,
		startedAt,
		sender: { id: newSenderId(), heartbeat: 0 },
		leaseMs,
		waitMs: otherRunWaitMs,
		touched: new Map(),
	};
}

export function labelsFor(
	{ digest, content, startedAt, fields, sender }: Run,
	{ number, of }: Part,
	{ released = false } = {},
): WireLabels | undefined {
	return digest === undefined
		? fields.labels
		: runLabels(fields.labels, {
				digest,
				number,
				of,
				startedAt,
				content,
				...(released ? {} : { sender }),
			});
}

export function logProgress(client: Client, message: string, meta: Record<string, unknown>): void {
	client.context.logger.info(`Translation Jobs: ${message}`, {
		...meta,
		workflowId: client.context.getWorkflow().id,
		node: client.context.getNode().name,
	});
}
