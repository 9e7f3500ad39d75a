import { isDeepStrictEqual } from 'node:util';

import type { Failure } from './failure';
import type { Scenario } from './scenario';
import type { Outcome } from './stage';
import type { State } from './state';
import type { Trouble } from './troubles';

/** The end of a run: its output, the state of the service, and what nobody may see. */
export interface Ending {
	outcome: Outcome;
	/** The output with names instead of ids. */
	output: unknown;
	state: State;
}

export interface Reference extends Ending {
	/** The state of the service before the run. */
	before: State;
}

const RAW =
	/Cannot read propert|undefined is not|is not a function|Invalid URL|Unexpected (token|end)|is not iterable|\[object Object\]|is not defined|Invalid time value/;
const ERRORS = ['NodeApiError', 'NodeOperationError'];
const MAY_HAVE = /may have taken effect|has begun and continues|was already changed/;

/** Compares the end of a run with one without trouble. `where`: the call and its trouble. */
export function problemsOf(
	scenario: Scenario,
	right: Reference,
	{ outcome, output, state }: Ending,
	{ passes }: Trouble,
	where: string,
): string[] {
	const { failure } = outcome;
	if (!failure && scenario.passesOn?.test(where)) return [];
	if (scenario.mayBePartial)
		return failure
			? problemsOfText(failure)
			: strangers(output as unknown[], right.output as unknown[]);
	const isNeedless = passes && !scenario.mayFail?.test(where);
	if (!failure) {
		const isWhole = isDeepStrictEqual(output, right.output);
		const isPart = !isWhole && scenario.isNamedPart?.(output, right.output) === true;
		const isRight = isDeepStrictEqual(state, right.state);
		return [
			...(isPart && isNeedless ? ['something is missing although it could be tried again'] : []),
			...(isWhole || isPart ? [] : [`another output: ${difference(right.output, output)}`]),
			...(isRight ? [] : [`a success with another effect: ${difference(right.state, state)}`]),
		];
	}
	return [
		...problemsOfText(failure),
		...problemsOfEffect(scenario, right, state, failure),
		...(isNeedless
			? [`it failed although it could be tried again: ${failure.message} — ${failure.description}`]
			: []),
	];
}

function strangers(output: readonly unknown[], right: readonly unknown[]): string[] {
	return output
		.filter((item) => !right.some((other) => isDeepStrictEqual(item, other)))
		.map((item) => `an output that should not be: ${difference(right[0], item)}`);
}

/** What people could not read in an error. */
export function problemsOfText({ name, message, description }: Failure): string[] {
	const text = `${message} ${description}`;
	return [
		...(ERRORS.includes(name) ? [] : [`the error is a ${name}: ${text}`]),
		...(message.trim().length > 10 ? [] : [`the error says nothing: "${text}"`]),
		...(RAW.test(text) ? [`a raw error: ${text}`] : []),
	];
}

function problemsOfEffect(
	{ mayLeave }: Scenario,
	{ before, state: after }: Reference,
	state: State,
	{ message, description }: Failure,
): string[] {
	const text = `${message} ${description}`;
	if (
		isDeepStrictEqual(state, before) ||
		(isDeepStrictEqual(state, after) && MAY_HAVE.test(text)) ||
		mayLeave?.(state, before, text)
	)
		return [];
	const what = isDeepStrictEqual(state, after)
		? 'it took effect, and the error does not say that it may have'
		: `a failure with an effect of its own (${difference(before, state)})`;
	return [`${what}: ${text}`];
}

/** The first difference of two values, for people. */
export function difference(wanted: unknown, found: unknown, path = ''): string {
	if (isDeepStrictEqual(wanted, found)) return 'none';
	const isBranch = (value: unknown): value is Record<string, unknown> =>
		value !== null && typeof value === 'object';
	if (isBranch(wanted) && isBranch(found) && Array.isArray(wanted) === Array.isArray(found)) {
		for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
			if (!isDeepStrictEqual(wanted[key], found[key]))
				return difference(wanted[key], found[key], `${path}.${key}`);
		}
	}
	const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
	return `${path || 'all'} is ${short(found)} instead of ${short(wanted)}`;
}
