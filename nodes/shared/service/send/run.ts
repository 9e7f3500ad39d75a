import type { Client } from '../../transport/client';
import type { JobFields } from '../jobs/jobs';
import { type Part, type Sender, newSenderId, runLabels } from './runKey';
import type { WireLabels } from '../../rules/labels';

/** What all jobs of one sending have in common. */
export interface Run {
	/** Digest of the run key; undefined when nobody looks for earlier runs. */
	digest?: string;
	/** Digest of everything that is sent. */
	content?: string;
	fields: JobFields;
	/** Start of the window in which earlier runs count, by n8n's clock. */
	windowStart: number;
	startedAt: number;
	sender: Sender;
	/** How long a job must have been left alone before another run takes it over. */
	leaseMs: number;
	/** How long to wait for another run that sends the same. */
	waitMs: number;
	/** Jobs that this run has made or taken over from an earlier one. */
	touched: Map<string, { slot: JobSlot; isMade: boolean }>;
}

export interface RunOptions {
	digest?: string;
	content?: string;
	fields: JobFields;
	windowHours: number;
	leaseMs: number;
	waitMs: number;
}

export function newRun({ digest, content, fields, windowHours, leaseMs, waitMs }: RunOptions): Run {
	const startedAt = Date.now();
	return {
		digest,
		content,
		fields,
		windowStart: startedAt - windowHours * 3_600_000,
		startedAt,
		sender: { id: newSenderId(), heartbeat: 0 },
		leaseMs,
		waitMs,
		touched: new Map(),
	};
}

/** One job of a run, and what it is called. */
export interface JobSlot extends Part {
	jobName: string;
}

export function labelsFor({ digest, content, startedAt, fields, sender }: Run, { number, of }: Part, { released = false } = {}): WireLabels | undefined {
	return digest === undefined ? fields.labels : runLabels(fields.labels, { digest, number, of, startedAt, content, ...(released ? {} : { sender }) });
}

export function logProgress(client: Client, message: string, meta: Record<string, unknown>): void {
	client.context.logger.info(`Translation Jobs: ${message}`, { ...meta, workflowId: client.context.getWorkflow().id, node: client.context.getNode().name });
}
