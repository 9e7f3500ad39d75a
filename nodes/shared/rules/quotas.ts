import { isRecord } from './isRecord';
import { LIMITS } from './limits';

export type Quota = Record<string, number>;

type Entry = readonly [name: string, value: unknown];

/** What a page says about itself. */
const ABOUT_PAGE = ['pagination', 'page', '_links', 'next'];

/**
 * Quotas by name, if an answer holds nothing else: `{name: value}`, `[{name, value}]`, and either of them inside a wrapper.
 * Undefined for a shape that is not known: its numbers may mean anything.
 */
export function readQuota(answer: unknown): Quota | undefined {
	const content = unwrapped(answer);
	if (!Array.isArray(content)) return toQuota(isRecord(content) ? Object.entries(content) : [], isQuotaName);
	if (content.every(isNamed)) return toQuota(content.map(({ name, value }) => [name, value]), () => true);
	return content.every(isRecord) ? toQuota(content.flatMap((each) => Object.entries(each)), isQuotaName) : undefined;
}

/** The documented quotas that an answer tells beyond doubt, whatever else it holds. Less than nothing is no limit but a sign. */
export function readDocumentedQuotas(answer: unknown): Quota {
	const content = unwrapped(answer);
	const records = (Array.isArray(content) ? content : [content]).filter(isRecord);
	const entries = records.flatMap((each): Entry[] => (typeof each.name === 'string' ? [[each.name, each.value]] : Object.entries(each)));
	return Object.fromEntries(entries.filter(([name, value]) => name in LIMITS.quotas && isNumber(value) && Number(value) >= 0).map(([name, value]) => [name, Number(value)]));
}

/** Whether an answer tells anything about quotas, in whatever shape: a number, and no word about an error. */
export function holdsQuotas(answer: unknown): boolean {
	const isError = isRecord(answer) && ['message', 'error', 'errors'].some((name) => name in answer);
	return !isError && holdsNumber(answer);
}

function toQuota(entries: readonly Entry[], isName: (name: string) => boolean): Quota | undefined {
	const isKnown = entries.length > 0 && entries.every(([name, value]) => isName(name) && isNumber(value));
	return isKnown ? Object.fromEntries(entries.map(([name, value]) => [name, Number(value)])) : undefined;
}

function unwrapped(answer: unknown): unknown {
	if (!isRecord(answer)) return answer;
	const [only, ...others] = Object.entries(answer).filter(([name]) => !ABOUT_PAGE.includes(name));
	const isWrapper = only !== undefined && others.length === 0 && !isQuotaName(only[0]) && only[1] !== null && typeof only[1] === 'object';
	return isWrapper ? unwrapped(only[1]) : answer;
}

const isNamed = (entry: unknown): entry is { name: string; value: unknown } =>
	isRecord(entry) && typeof entry.name === 'string' && 'value' in entry && Object.keys(entry).length === 2;

/** All documented ones begin like this; new ones probably do, too. */
const isQuotaName = (name: string) => /^[Mm]ax[A-Z]/.test(name);

const isNumber = (value: unknown) => (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && !Number.isNaN(Number(value));

function holdsNumber(value: unknown): boolean {
	if (value === null || typeof value !== 'object') return isNumber(value);
	return Object.values(value).some(holdsNumber);
}
