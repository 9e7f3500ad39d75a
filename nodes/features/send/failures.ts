import type { IExecuteFunctions, INodeExecutionData, NodeError } from 'n8n-workflow';

import { copyOfError, toErrorOutput, toItemError } from '../../core/errors';
import { type FailedSubject, SendFailed } from './plan/sendFailed';

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
