import type { FileStream } from '../files/fileSource';
import { StallWatch } from '../files/stallWatch';
import type { Outcome } from '../types';

/** Enough for any error message. */
const LONGEST_MESSAGE = 16_384;
/** No error message is worth waiting longer for. */
const LONGEST_WAIT_MS = 2_000;

const isStream = (body: unknown): body is FileStream => typeof (body as FileStream | undefined)?.pipe === 'function';

/** The stream of a good answer; of any other, the beginning of its body, as if it had not been streamed. */
export async function readRefusal(outcome: Outcome, cancelSignal?: AbortSignal): Promise<Outcome> {
	const { answer } = outcome;
	if (!answer || !isStream(answer.body) || (answer.status >= 200 && answer.status < 300)) return outcome;
	const body = readBeginning(answer.body, cancelSignal);
	// What a redirect says besides its address is of no use: it is read only to free the connection.
	const isRedirect = answer.status < 400;
	return { answer: { ...answer, body: isRedirect ? '' : await body } };
}

/** As JSON if it is JSON, else as text; what has come of it when it does not end in time. */
export async function readBeginning(stream: FileStream, cancelSignal?: AbortSignal): Promise<unknown> {
	let text = '';
	const read = async () => {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			text += chunk.toString('utf8');
			if (text.length >= LONGEST_MESSAGE) break;
		}
	};
	let giveUp = () => {};
	// Destroying the stream would not end the reading: n8n hands out one that closes only when it moves again.
	const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
	const deadline = new StallWatch(LONGEST_WAIT_MS, giveUp);
	cancelSignal?.addEventListener('abort', giveUp, { once: true });
	// A broken body is none: the status says enough.
	await Promise.race([read().catch(() => {}), givenUp]);
	deadline.stop();
	cancelSignal?.removeEventListener('abort', giveUp);
	stream.destroy();
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
