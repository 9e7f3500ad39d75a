/**
 * What these nodes must know about a job, as labels on it: the workflow that sent it, the key of the
 * run, which never changes, and the state.
 */
import { createHash, randomBytes } from 'node:crypto';

import { refuseNewerForm } from '../../l10n/invalidInput';
import { canonicalJson } from '../../l10n/json';
import { changeLabels, type LabelPair, readLabels, type WireLabels } from './labels';

export const DIGEST_LENGTH = 32;

export function digestOf(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, DIGEST_LENGTH);
}

const SENDER_DIGEST_LENGTH = 16;
const NODE_DIGEST_LENGTH = 8;

/** Whether runs that differ in a field are different runs. A set has no order. */
export interface KeyField {
	inRunKey: boolean;
	isSet?: boolean;
}

/** Those that belong to the run key, in the order of the list. */
export const keyValuesOf = <T>(fields: Record<keyof T & string, KeyField>, values: T): unknown[] =>
	Object.entries<KeyField>(fields).flatMap(([name, { inRunKey, isSet }]) => {
		const value = values[name as keyof T] ?? null;
		if (!inRunKey) return [];
		return [isSet && Array.isArray(value) ? [...(value as unknown[])].sort() : value];
	});

const senderDigest = (sender: unknown): string => digestOf(sender).slice(0, SENDER_DIGEST_LENGTH);

/** What a label may hold is not known: these are short, and ASCII without spaces. */
const MAX_WORKFLOW_NAME = 60;
const SPACE = '_';
const WORKFLOW = /(n8n-workflow-[0-9a-f]{16})(?:-([\w.-]+))?/;

/** With the name, for people who choose a workflow from a list. */
export const workflowLabel = (id: string | undefined, name = ''): string =>
	[`n8n-workflow-${senderDigest(id ?? null)}`, ...inAscii(name)].join('-');

/** Empty for a name without Latin letters or digits. */
function inAscii(name: string): string[] {
	const plain = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9.-]+/g, ' ')
		.slice(0, MAX_WORKFLOW_NAME)
		.trim();
	return /[A-Za-z0-9]/.test(plain) ? [plain.replaceAll(' ', SPACE)] : [];
}

export interface SendingWorkflow {
	/** Without the name, which may change. */
	label: string;
	/** Undefined if the job does not say it. */
	name?: string;
}

/** The workflows that sent a job: two, if another one used it with the same run key. */
export function readWorkflows(labels: unknown): SendingWorkflow[] {
	return textsOf(labels).flatMap((text) => {
		const [, label, name] = WORKFLOW.exec(text) ?? [];
		return label ? [{ label, ...(name ? { name: name.replaceAll(SPACE, ' ') } : {}) }] : [];
	});
}

export const isSentBy = (labels: unknown, workflow: string): boolean =>
	readWorkflows(labels).some(({ label }) => label === workflow);

/** Takes the id of a workflow, or its label. */
export const toWorkflowLabel = (workflow: string): string =>
	WORKFLOW.exec(workflow)?.[1] ?? workflowLabel(workflow);

export const sendingNode = (workflowId: string | undefined, nodeId: string): string =>
	senderDigest([workflowId ?? null, nodeId]);

export const isSentByNode = (labels: unknown, node: string): boolean =>
	readState(labels).nodes.includes(node);

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

/** Of a call. */
export const newId = (): string => randomBytes(6).toString('hex');

export interface Part {
	/** Counted from one. */
	number: number;
	of: number;
}

export interface RunMark extends Part {
	digest: string;
	/** By n8n's clock: the service's may be wrong. */
	startedAt?: number;
	content?: string;
	/** Complete, and unsubmitted on purpose. Any other unsubmitted job is being filled, or was left by a crash. */
	isLeft: boolean;
}

interface State extends Omit<RunMark, 'digest'> {
	/** Several, if another one used the job. */
	nodes: readonly string[];
	/** The call that created the job. */
	call?: string;
}

/** Never changes, so that a service can find it. */
export const runLabel = (digest: string): string => `n8n-run-${digest}`;

const RUN = /n8n-run-([0-9a-f]{32})/;
/** A later form has a number. */
const STATE = /n8n-state(\d*)-/;
const RUN_OR_STATE = /n8n-(?:run|state\d*)-/;
const PART = /n8n-state-(\d+)of(\d+)/;
const LEFT = /-left(?:-|$)/;
const STARTED = /-t([0-9a-z]+)/;
const CONTENT = /-c([0-9a-f]{32})/;
const NODES = /-n([0-9a-f]{16})/g;
const CALL = /-k([0-9a-f]{12})/;

/** About 100 characters, and 18 more for each further node. */
const stateLabel = ({ number, of, isLeft, startedAt, content, nodes, call }: State): string =>
	[
		'n8n-state',
		...(of > 1 ? [`${number}of${of}`] : []),
		...(isLeft ? ['left'] : []),
		...(startedAt === undefined ? [] : [`t${Math.floor(startedAt).toString(36)}`]),
		...(content === undefined ? [] : [`c${content}`]),
		...nodes.map((node) => `n${node}`),
		...(call === undefined ? [] : [`k${call}`]),
	].join('-');

function readState(labels: unknown): State {
	const state = textsOf(labels).find((text) => STATE.test(text)) ?? '';
	const [, number = 1, of = 1] = PART.exec(state) ?? [];
	const [, started] = STARTED.exec(state) ?? [];
	const [, content] = CONTENT.exec(state) ?? [];
	const [, call] = CALL.exec(state) ?? [];
	return {
		number: Number(number),
		of: Number(of),
		isLeft: LEFT.test(state),
		...(started ? { startedAt: Number.parseInt(started, 36) } : {}),
		...(content ? { content } : {}),
		nodes: [...state.matchAll(NODES)].map(([, node]) => node!),
		...(call ? { call } : {}),
	};
}

export const refuseNewerState = (jobId: string, labels: unknown): void =>
	textsOf(labels).forEach((text) =>
		refuseNewerForm(`The label of job ${jobId}`, STATE.exec(text)?.[1]),
	);

export interface JobSender {
	/** With its name. */
	workflow: string;
	node: string;
}

/** Replaces the marks of any run, and adds the labels of this one. Others stay as they are. */
export function markLabels(
	read: unknown,
	{ workflow, node }: JobSender,
	{ digest, isLeft = false, ...mark }: Partial<RunMark> & Part,
	own: readonly LabelPair[] = [],
): WireLabels {
	const { nodes, call } = readState(read);
	const marks = [
		workflow,
		...(digest === undefined ? [] : [runLabel(digest)]),
		stateLabel({ ...mark, isLeft, nodes: [...new Set([...nodes, node])], call }),
	];
	const isReplaced = (label: LabelPair) =>
		isLike(label, RUN_OR_STATE) || isSentBy([label], toWorkflowLabel(workflow));
	return changeLabels(read, isReplaced, [...own, ...marks.map((name) => ({ name }))]);
}

/** Services return labels as a list, an object or text. */
export function readRunMark(labels: unknown): RunMark | undefined {
	const [digest] = textsOf(labels).flatMap((text) => RUN.exec(text)?.[1] ?? []);
	if (digest === undefined) return undefined;
	const { nodes: _, call: _call, ...mark } = readState(labels);
	return { digest, ...mark };
}

/** After a lost response, the new job is found by its call, whatever the clocks say. */
export const withCall = (labels: unknown, call: string): WireLabels =>
	changeLabels(labels, (label) => isLike(label, STATE), [
		{ name: stateLabel({ ...readState(labels), call }) },
	]);

export const isMadeBy = (labels: unknown, call: string): boolean => readState(labels).call === call;

const isLike = (label: LabelPair, pattern: RegExp): boolean =>
	textsOf([label]).some((text) => pattern.test(text));

const textsOf = (labels: unknown): string[] =>
	readLabels(labels).flatMap(({ name, value }) => [name, value ?? '']);
