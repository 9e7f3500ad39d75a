import type { INode, NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ContentItem } from './contentItem';

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

	toNodeError(node: INode, left: string, isPartSubmitted = false): NodeOperationError {
		const failed = [...this.failures].sort(([one], [other]) => one.itemIndex - other.itemIndex);
		const lines = failed
			.slice(0, SHOWN)
			.map(
				([{ itemIndex, requestName }, error]) =>
					`Item ${itemIndex + 1}${requestName ? ` (${requestName})` : ''}: ${reasonOf(error)}`,
			);
		const more = failed.length > SHOWN ? [`… and ${failed.length - SHOWN} more.`] : [];
		const message =
			this.why ||
			`${failed.length} of ${this.count} items cannot be sent, so ${isPartSubmitted ? 'not everything' : 'nothing'} was submitted`;
		const error = new NodeOperationError(node, message, {
			description: [...lines, ...more, left].filter(Boolean).join('\n'),
			itemIndex: failed[0]?.[0].itemIndex,
		});
		// For workflows that handle errors.
		error.context.failedItems = failed.map(([{ itemIndex }, { message: reason }]) => ({
			itemIndex,
			reason,
		}));
		return error;
	}
}

const reasonOf = ({ message, description }: NodeError) =>
	[message, description].filter(Boolean).join('. ').replace(/\.\. /g, '. ');
