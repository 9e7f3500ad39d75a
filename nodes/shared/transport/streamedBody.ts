import type { FileStream } from './fileSource';
import type { Outcome } from './types';

/** Enough for any error message. */
const LONGEST_MESSAGE = 16_384;

const isStream = (body: unknown): body is FileStream => typeof (body as FileStream | undefined)?.pipe === 'function';

/** The stream of a good answer; of any other, the beginning of its body, as if it had not been streamed. */
export async function readRefusal(outcome: Outcome): Promise<Outcome> {
	const { answer } = outcome;
	if (!answer || !isStream(answer.body) || (answer.status >= 200 && answer.status < 300)) return outcome;
	return { answer: { ...answer, body: await readBeginning(answer.body) } };
}

/** As JSON if it is JSON, else as text. */
export async function readBeginning(stream: FileStream): Promise<unknown> {
	let text = '';
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			text += chunk.toString('utf8');
			if (text.length >= LONGEST_MESSAGE) break;
		}
	} catch {
		// The status says enough.
	}
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
