import { type INode, type NodeError, NodeOperationError } from 'n8n-workflow';

import { OperationFailed } from '../../../core/errors';
import type { ContentItem } from '../content/content';

const SHOWN = 20;

export type FailedSubject = Pick<ContentItem, 'itemIndex'> &
	Partial<Pick<ContentItem, 'requestName'>>;

export class SendFailed extends Error {
	override readonly name = 'SendFailed';

	constructor(
		readonly failures: ReadonlyMap<FailedSubject, NodeError>,
		readonly count: number,
		readonly why = '',
	) {
		super('Items cannot be sent');
	}

	/** The message is the first reason, because n8n shows little else at first sight. */
	toNodeError(node: INode, left: string, isPartSubmitted = false): NodeOperationError {
		const failed = [...this.failures].sort(([one], [other]) => one.itemIndex - other.itemIndex);
		const [first, ...others] = failed;
		const reason = first ? `${first[1].message} (${nameOf(first[0])})${andMore(others)}` : '';
		const lines = others
			.slice(0, SHOWN)
			.map(
				([{ itemIndex, requestName }, error]) =>
					`Item ${itemIndex}${requestName ? ` (${requestName})` : ''}: ${reasonOf(error)}`,
			);
		const error = new NodeOperationError(node, this.why || reason, {
			description: [
				this.why && reason,
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

/** What earlier runs have left forbids this one. */
export class RunRefused extends OperationFailed {}
