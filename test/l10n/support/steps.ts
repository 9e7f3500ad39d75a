/** What is done, not how long it takes: blocks of code that run, and characters that Node looks at for it. */
import { type Profiler, Session } from 'node:inspector';

export class Steps {
	private readonly session = new Session();
	private characters = 0;
	private readonly restore: Array<() => void> = [];

	/** Blocks are counted in what is loaded from now on. */
	constructor(private readonly folder: string) {
		this.session.connect();
		this.session.post('Profiler.enable');
		this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		this.watchStrings();
		this.watchPatterns();
	}

	/** How many there are in this work. Nothing else runs in the folder meanwhile. */
	async of(work: () => Promise<unknown>): Promise<number> {
		this.characters = 0;
		await work();
		return this.characters + this.blocks();
	}

	stop(): void {
		for (const each of this.restore) each();
		this.session.disconnect();
	}

	/** Since the last time. */
	private blocks(): number {
		let scripts: Profiler.ScriptCoverage[] = [];
		this.session.post('Profiler.takePreciseCoverage', (_, taken) => (scripts = taken.result));
		return scripts
			.filter(({ url }) => url.includes(this.folder))
			.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
			.reduce((sum, { count }) => sum + count, 0);
	}

	private watchStrings(): void {
		const whole = (text: string) => text.length;
		const fromStart = (text: string, args: unknown[], found: unknown) =>
			(found === -1 ? text.length : Number(found)) - Math.min(Number(args[1] ?? 0), text.length);
		const fromEnd = (text: string, args: unknown[], found: unknown) =>
			Math.min(Number(args[1] ?? text.length), text.length) - Number(found);
		const methods = {
			indexOf: fromStart,
			lastIndexOf: fromEnd,
			includes: whole,
			replaceAll: whole,
			split: whole,
			trim: whole,
			trimStart: whole,
			trimEnd: whole,
			toLowerCase: whole,
			toUpperCase: whole,
			normalize: whole,
		};
		for (const [name, count] of Object.entries(methods)) this.watch(String.prototype, name, count);
	}

	/** A match, and where none is found all that was searched for it. What is tried for it does not show. */
	private watchPatterns(): void {
		let from = 0;
		this.watch(
			RegExp.prototype,
			'exec',
			(regex: RegExp, [text]: unknown[], found: unknown) => {
				const match = found as RegExpExecArray | null;
				if (match) return match.index + match[0].length - from + 1;
				return regex.sticky ? 1 : String(text).length - from + 1;
			},
			(regex: RegExp) => (from = regex.global || regex.sticky ? regex.lastIndex : 0),
		);
	}

	private watch<On>(
		prototype: object,
		name: string,
		count: (on: On, args: unknown[], found: unknown) => number,
		before?: (on: On) => void,
	): void {
		const methods = prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
		const usual = methods[name]!;
		const add = (characters: number) => (this.characters += characters);
		methods[name] = function (this: On, ...args: unknown[]) {
			before?.(this);
			const found = usual.apply(this, args);
			add(count(this, args, found));
			return found;
		};
		this.restore.push(() => (methods[name] = usual));
	}
}
