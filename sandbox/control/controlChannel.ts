/**
 * Runs control actions over the IPC channel of the child process. That is far cheaper than HTTP,
 * which matters to tests that reset and inspect the sandbox thousands of times.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';

import type { Act } from './controlHost';

interface ActionCall {
	id: string;
	action: string;
	input: unknown;
}

interface Reply {
	id: string;
	result?: unknown;
	refusal?: string;
}

/** The parent's side. Messages are text, so that each side creates its own objects. */
export class ControlChannel {
	private readonly pending = new Map<
		string,
		{ resolve: (result: unknown) => void; reject: (error: Error) => void }
	>();
	private isClosed = false;

	constructor(private readonly child: ChildProcess) {
		child.on('message', this.receive).once('exit', this.close);
	}

	async act<T>(action: string, input: unknown): Promise<T> {
		// A later sandbox in the same process may get answers to calls of this one.
		const id = randomUUID();
		return await new Promise<T>((resolve, reject) => {
			if (this.isClosed) throw ended();
			this.pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
			this.child.send(
				JSON.stringify({ id, action, input } satisfies ActionCall),
				(error) => error && this.settle(id)?.reject(error),
			);
		}).catch((error: Error) => {
			throw new Error(`The sandbox refused "${action}": ${error.message}`);
		});
	}

	/** The process may serve another channel. */
	readonly close = () => {
		this.isClosed = true;
		this.child.off('message', this.receive).off('exit', this.close);
		for (const { reject } of this.pending.values()) reject(ended());
		this.pending.clear();
	};

	private readonly receive = (text: unknown) => {
		const { id, result, refusal } = JSON.parse(String(text)) as Reply;
		const call = this.settle(id);
		if (refusal === undefined) call?.resolve(result ?? null);
		else call?.reject(new Error(refusal));
	};

	private settle(id: string) {
		const call = this.pending.get(id);
		this.pending.delete(id);
		return call;
	}
}

const ended = () => new Error('The sandbox has ended.');

/** The sandbox's side. Does nothing in a process without a channel. */
export function serveControlChannel(act: Act): void {
	const { send } = process;
	if (!send) return;
	process.on('message', (text) => {
		const { id, action, input } = JSON.parse(String(text)) as ActionCall;
		void act(action, input)
			.then(
				(result): Reply => ({ id, result }),
				(error: unknown): Reply => ({
					id,
					refusal: error instanceof Error ? error.message : String(error),
				}),
			)
			.then((reply) => send.call(process, JSON.stringify(reply)));
	});
}
