import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type NodeError,
	NodeOperationError,
} from 'n8n-workflow';

import { copyOfError, OperationFailed, toErrorOutput, toItemError } from '../../../core/errors';
import type { ContentItem } from '../content';

const SHOWN = 20;

export type FailedSubject = Pick<ContentItem, 'itemIndex'> &
	Partial<Pick<ContentItem, 'requestName'>>;

export class SendFailed extends Error {
	override readonly name = 'SendFailed';

	constructor(
		readonly failures: ReadonlyMap<FailedSubject, NodeError>,
		readonly count: number,
	) {
		super('Items cannot be sent');
	}

	/** The message is the first reason, because n8n shows little else at first sight. */
	toNodeError(node: INode, left: string, isPartSubmitted = false): NodeOperationError {
		const failed = [...this.failures].sort(([one], [other]) => one.itemIndex - other.itemIndex);
		const [first, ...others] = failed;
		const where = first && (this.count > 1 ? nameOf(first[0]) : first[0].requestName);
		const reason = first
			? `${first[1].message}${where ? ` (${where})` : ''}${andMore(others)}`
			: '';
		const lines = others
			.slice(0, SHOWN)
			.map(
				([{ itemIndex, requestName }, error]) =>
					`Item ${itemIndex}${requestName ? ` (${requestName})` : ''}: ${reasonOf(error)}`,
			);
		const error = new NodeOperationError(node, reason, {
			description: [
				first?.[1].description,
				first && `${isPartSubmitted ? 'Not everything' : 'Nothing'} was submitted.`,
				others.length > 0 && `${failed.length} of ${this.count} items cannot be sent. The others:`,
				...lines,
				others.length > SHOWN && `… and ${others.length - SHOWN} more.`,
				left,
			]
				.filter(Boolean)
				.join('\n'),
			itemIndex: first?.[0].itemIndex,
		});
		// For workflows that handle errors.
		error.context.failedItems = failed.map(([{ itemIndex }, { message }]) => ({
			itemIndex,
			reason: message,
		}));
		return error;
	}
}

/** Numbered from 0, as n8n does. */
const nameOf = ({ itemIndex, requestName }: FailedSubject) =>
	`item ${itemIndex}${requestName ? `, ${requestName}` : ''}`;

const andMore = ({ length }: readonly unknown[]) =>
	length === 0 ? '' : ` … and ${length} more item${length === 1 ? '' : 's'}`;

const reasonOf = ({ message, description }: NodeError) =>
	[message, description].filter(Boolean).join('. ').replace(/\.\. /g, '. ');

export const executionCancelled = () => new OperationFailed('The execution was cancelled');

/** What earlier runs have left forbids this one. */
export class RunRefused extends OperationFailed {
	override readonly name = 'RunRefused';
}

export interface FailedItem {
	itemIndex: number;
	reason: string;
}

export class Failures {
	private readonly found = new Map<FailedSubject, NodeError>();
	readonly partial: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		{ partial = context.continueOnFail() } = {},
	) {
		this.partial = partial;
	}

	get list(): FailedItem[] {
		return [...this.found]
			.map(([{ itemIndex }, { message }]) => ({ itemIndex, reason: message }))
			.sort((one, other) => one.itemIndex - other.itemIndex);
	}

	add(subject: FailedSubject, error: unknown): void {
		this.found.set(subject, toItemError(this.context.getNode(), error, subject.itemIndex));
	}

	addAll(failures: ReadonlyMap<FailedSubject, unknown>): void {
		for (const [subject, error] of failures) this.add(subject, error);
	}

	stopUnlessPartial(): void {
		if (this.found.size > 0 && !this.partial) this.stop();
	}

	stop(): never {
		throw new SendFailed(this.found, this.context.getInputData().length).toNodeError(
			this.context.getNode(),
			'',
		);
	}

	outputs(): INodeExecutionData[] {
		const byItem = new Map(
			[...this.found].reverse().map(([{ itemIndex }, error]) => [itemIndex, error]),
		);
		return [...byItem]
			.sort(([one], [other]) => one - other)
			.map(([itemIndex, error]) => toErrorOutput(this.context, error, itemIndex));
	}

	/** Nothing was sent: items without an error of their own get the common one. */
	outputsForAll(error: unknown): INodeExecutionData[] {
		const failed = new Set([...this.found.keys()].map(({ itemIndex }) => itemIndex));
		this.context.getInputData().forEach((_, itemIndex) => {
			if (!failed.has(itemIndex)) this.add({ itemIndex }, copyOfError(error));
		});
		return this.outputs();
	}
}
