/** Output for people: colours on a terminal only. */
const isTerminal = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const colour = (code: number) => (text: string) =>
	isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = colour(1);
export const dim = colour(2);
export const green = colour(32);
export const red = colour(31);
export const cyan = colour(36);

export const say = (text = ''): void => void process.stdout.write(`${text}\n`);

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Reports that a step is done, and how long it took. */
export async function step<Result>(
	what: string,
	work: () => Promise<Result>,
	summary: (result: Result) => string = () => '',
): Promise<Result> {
	const startedAt = Date.now();
	const result = await work();
	const details = summary(result);
	say(
		`${green('✔')} ${what}${details ? `: ${details}` : ''} ${dim(`(${seconds(Date.now() - startedAt)})`)}`,
	);
	return result;
}

const WIDTH = Math.max(60, Math.min(process.stdout.columns ?? 100, 110));

/** One line of a text, cut to fit beside its heading. */
export function oneLine(text: string, used: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	const room = WIDTH - used;
	return [...line].length > room ? `${[...line].slice(0, room - 1).join('')}…` : line;
}
