/**
 * The control actions over the channel between a sandbox and the process that started it: far cheaper than HTTP, which counts
 * where a test resets and inspects the sandbox thousands of times.
 */
import type { ChildProcess } from 'node:child_process';

import type { Act } from './controlHost';

interface Question {
	id: number;
	action: string;
	input: unknown;
}

interface Reply {
	id: number;
	result?: unknown;
	refusal?: string;
}

/** The end of the process that started the sandbox. What is sent is text, so that whoever reads it makes objects of their own. */
export class ControlLine {
	private readonly open = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
	private last = 0;

	constructor(private readonly child: ChildProcess) {
		child.on('message', (text) => this.hear(JSON.parse(String(text)) as Reply));
		child.once('exit', () => {
			for (const { reject } of this.open.values()) reject(new Error('The sandbox has ended.'));
			this.open.clear();
		});
	}

	async act<T>(action: string, input: unknown): Promise<T> {
		const id = ++this.last;
		return await new Promise<T>((resolve, reject) => {
			this.open.set(id, { resolve: resolve as (result: unknown) => void, reject });
			this.child.send(JSON.stringify({ id, action, input } satisfies Question), (error) => error && this.settle(id)?.reject(error));
		}).catch((error: Error) => {
			throw new Error(`The sandbox refused "${action}": ${error.message}`);
		});
	}

	private hear({ id, result, refusal }: Reply) {
		const waiting = this.settle(id);
		if (refusal === undefined) waiting?.resolve(result ?? null);
		else waiting?.reject(new Error(refusal));
	}

	private settle(id: number) {
		const waiting = this.open.get(id);
		this.open.delete(id);
		return waiting;
	}
}

/** The sandbox's end. Does nothing where nobody listens. */
export function answerStarter(act: Act): void {
	const { send } = process;
	if (!send) return;
	process.on('message', (text) => {
		const { id, action, input } = JSON.parse(String(text)) as Question;
		void act(action, input)
			.then(
				(result): Reply => ({ id, result }),
				(error: unknown): Reply => ({ id, refusal: error instanceof Error ? error.message : String(error) }),
			)
			.then((reply) => send.call(process, JSON.stringify(reply)));
	});
}
