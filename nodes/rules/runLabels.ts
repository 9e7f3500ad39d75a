/**
 * A run has a key. Its jobs carry it as a label, so that a later run finds them. Other labels hold
 * the start time by n8n's clock, a digest of the content, and the current sender.
 */
import { createHash, randomBytes } from 'node:crypto';

import { changeLabels, type LabelPair, readLabels, type WireLabels } from './labels';

export const DIGEST_LENGTH = 32;

export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGEST_LENGTH);
}

const RUN = /n8n-run-([0-9a-f]{32})(?:-(\d+)-of-(\d+))?/;
const STARTED = /n8n-sent-([0-9a-z]+)$/;
const CONTENT = /n8n-content-([0-9a-f]{32})/;
const SENDER = /n8n-sender-([0-9a-f]{12})-(\d+)/;
const SENDER_DIGEST_LENGTH = 16;
const NODE_DIGEST_LENGTH = 8;
const ANY_MARK = /n8n-(?:run|sent|content|sender)-/;

/** Those that belong to the run key, in the order of the list. */
export const keyValuesOf = <T>(
	fields: Record<keyof T & string, { inRunKey: boolean }>,
	values: T,
): unknown[] =>
	Object.entries<{ inRunKey: boolean }>(fields).flatMap(([name, { inRunKey }]) =>
		inRunKey ? [values[name as keyof T] ?? null] : [],
	);

/** Name who sends, in every run. */
export const workflowLabel = (workflowId: string | undefined): string =>
	`n8n-workflow-${digestOf(workflowId ?? null).slice(0, SENDER_DIGEST_LENGTH)}`;
export const nodeLabel = (workflowId: string | undefined, nodeId: string): string =>
	`n8n-node-${digestOf([workflowId ?? null, nodeId]).slice(0, SENDER_DIGEST_LENGTH)}`;

/** What a label may hold is not known: these are short, and ASCII without spaces. */
const MAX_WORKFLOW_NAME = 60;
const SPACE = '_';

/** For people who choose a workflow from a list. Empty for a name without Latin letters or digits. */
export function workflowNameLabels(name = ''): string[] {
	const plain = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9.-]+/g, ' ')
		.slice(0, MAX_WORKFLOW_NAME)
		.trim();
	return /[A-Za-z0-9]/.test(plain) ? [`n8n-from-${plain.replaceAll(' ', SPACE)}`] : [];
}

const WORKFLOW = /(n8n-workflow-[0-9a-f]{16})/;
const WORKFLOW_NAME = /^n8n-from-(.+)$/;

export interface SendingWorkflow {
	label: string;
	/** Undefined if the job does not say it. */
	name?: string;
}

/** The workflow that sent a job. */
export function readWorkflow(labels: unknown): SendingWorkflow | undefined {
	const texts = textsOf(labels);
	const [label] = groupsOf(texts, WORKFLOW);
	const [name] = groupsOf(texts, WORKFLOW_NAME);
	return label === undefined
		? undefined
		: { label, ...(name ? { name: name.replaceAll(SPACE, ' ') } : {}) };
}

/** Takes the id of a workflow, or its label. */
export const toWorkflowLabel = (workflow: string): string =>
	WORKFLOW.exec(workflow)?.[0] ?? workflowLabel(workflow);

/** The digest of a run, which ends with its node. */
export function nodeDigest(nodeId: string, values: readonly unknown[]): string {
	const digest = digestOf(values);
	return digest.slice(0, -NODE_DIGEST_LENGTH) + digestOf(nodeId).slice(0, NODE_DIGEST_LENGTH);
}

/** With `anyNode`, the same run of another node counts as well. */
export const isSameRun = (
	digest: string | undefined,
	other: string,
	{ anyNode }: { anyNode?: boolean },
): boolean =>
	digest === other ||
	(anyNode === true &&
		digest?.slice(0, -NODE_DIGEST_LENGTH) === other.slice(0, -NODE_DIGEST_LENGTH));

export const newSenderId = (): string => randomBytes(6).toString('hex');

export interface Part {
	/** Counted from one. */
	number: number;
	of: number;
}

export interface Sender {
	id: string;
	/** Grows with every heartbeat. */
	heartbeat: number;
}

export interface RunMark extends Part {
	digest: string;
	/** By n8n's clock: the service's may be wrong. */
	startedAt?: number;
	content?: string;
	/** Without one, no one is working on the job. */
	sender?: Sender;
}

/** Replaces the marks of any run, and adds the labels of this one. Others stay as they are. */
export function markLabels(
	read: unknown,
	{ digest, number, of, startedAt, content, sender }: RunMark,
	own: readonly LabelPair[] = [],
): WireLabels {
	const marks = [
		`n8n-run-${digest}${of > 1 ? `-${number}-of-${of}` : ''}`,
		...(startedAt === undefined ? [] : [`n8n-sent-${startedAt.toString(36)}`]),
		...(content === undefined ? [] : [`n8n-content-${content}`]),
		...(sender ? [`n8n-sender-${sender.id}-${sender.heartbeat}`] : []),
	];
	return changeLabels(read, isMark, [...own, ...marks.map((name) => ({ name }))]);
}

const isMark = ({ name, value = '' }: LabelPair): boolean =>
	ANY_MARK.test(name) || ANY_MARK.test(value);

/** Services return labels as a list, an object or text. */
export function readRunMark(labels: unknown): RunMark | undefined {
	const texts = textsOf(labels);
	const [digest, number = 1, of = 1] = groupsOf(texts, RUN);
	if (digest === undefined) return undefined;
	const [id, heartbeat] = groupsOf(texts, SENDER);
	const [started] = groupsOf(texts, STARTED);
	const [content] = groupsOf(texts, CONTENT);
	return {
		digest,
		number: Number(number),
		of: Number(of),
		...(started ? { startedAt: Number.parseInt(started, 36) } : {}),
		...(content ? { content } : {}),
		...(id ? { sender: { id, heartbeat: Number(heartbeat) } } : {}),
	};
}

const textsOf = (labels: unknown): string[] =>
	readLabels(labels).flatMap(({ name, value }) => [name, value ?? '']);

function groupsOf(texts: readonly string[], pattern: RegExp): string[] {
	for (const text of texts) {
		const match = pattern.exec(text);
		if (match) return match.slice(1);
	}
	return [];
}
