/**
 * What makes two sendings the same. A run has a key; jobs carry it as a label, so that a later run
 * finds what an earlier one made. Beside it stand when that was, by n8n's clock, a digest of what was
 * sent, and who is at work on an unsubmitted job.
 */
import { createHash, randomBytes } from 'node:crypto';

import { type WireLabels, readLabels, withLabels } from '../../rules/labels';
import { contentHash } from '../../transport/files/fileSource';

const DIGEST_LENGTH = 32;
const RUN = /n8n-run-([0-9a-f]{32})(?:-(\d+)-of-(\d+))?/;
const STARTED = /n8n-sent-([0-9a-z]+)$/;
const CONTENT = /n8n-content-([0-9a-f]{32})/;
const SENDER = /n8n-sender-([0-9a-f]{12})-(\d+)/;

/** A short digest of anything that can be written as JSON. */
export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGEST_LENGTH);
}

/** Of a file, read contentItem by content item. */
export async function digestOfChunks(chunks: AsyncIterable<Buffer>): Promise<string> {
	return (await contentHash(chunks)).slice(0, DIGEST_LENGTH);
}

/** A source id for content that has none of its own. `occurrence` tells apart what is sent twice in one run. */
export const derivedId = (contentDigest: string, requestName: string, occurrence: number): string =>
	`n8n-${digestOf([contentDigest, requestName, occurrence])}`;

export const newSenderId = (): string => randomBytes(6).toString('hex');

export interface Part {
	/** Counted from one. */
	number: number;
	of: number;
}

export interface Sender {
	id: string;
	/** Raised with every sign of life. */
	heartbeat: number;
}

export interface RunMark extends Part {
	digest: string;
	/** By n8n's clock, so that no other one matters for what counts as an earlier run. */
	startedAt?: number;
	/** Digest of everything that is sent. */
	content?: string;
	/** Without one, nobody is at work on the job. */
	sender?: Sender;
}

/** The labels of a job of a run. */
export function runLabels(own: WireLabels | undefined, { digest, number, of, startedAt, content, sender }: RunMark): WireLabels {
	return withLabels(own, [
		`n8n-run-${digest}${of > 1 ? `-${number}-of-${of}` : ''}`,
		...(startedAt === undefined ? [] : [`n8n-sent-${startedAt.toString(36)}`]),
		...(content === undefined ? [] : [`n8n-content-${content}`]),
		...(sender ? [`n8n-sender-${sender.id}-${sender.heartbeat}`] : []),
	]);
}

/** What the labels of a job say about its run; in a list, in an object and in any text made of them. */
export function readRunMark(labels: unknown): RunMark | undefined {
	const texts = readLabels(labels).flatMap(({ name, value }) => [name, value ?? '']);
	const run = firstMatch(texts, RUN);
	if (!run) return undefined;
	const sender = firstMatch(texts, SENDER);
	const started = firstMatch(texts, STARTED);
	const content = firstMatch(texts, CONTENT);
	return {
		digest: run[1]!,
		number: Number(run[2] ?? 1),
		of: Number(run[3] ?? 1),
		...(started ? { startedAt: Number.parseInt(started[1]!, 36) } : {}),
		...(content ? { content: content[1]! } : {}),
		...(sender ? { sender: { id: sender[1]!, heartbeat: Number(sender[2]) } } : {}),
	};
}

function firstMatch(texts: readonly string[], pattern: RegExp): RegExpExecArray | undefined {
	for (const text of texts) {
		const match = pattern.exec(text);
		if (match) return match;
	}
	return undefined;
}
