import { formatCount } from '../../l10n/counted';
import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';
import { LIMITS } from './limits';

export type Quota = Record<string, number>;
export type DocumentedQuotas = Record<keyof typeof LIMITS.quotas, number>;

const HELD_BY_JOB = {
	MaxReqsPerJob: 'requests',
	MaxFilesPerJob: 'files',
	MaxSupportAssetsPerJob: 'support assets',
};
export type JobQuota = keyof typeof HELD_BY_JOB;
export const JOB_QUOTAS = Object.keys(HELD_BY_JOB) as JobQuota[];

/** The refusal of more than a job may hold. */
export function quotaExceeded(
	name: JobQuota,
	wanted: number,
	limit: number,
	advice: string,
	job = 'The job',
): InvalidInput {
	return new InvalidInput(
		`${job} would have ${formatCount(wanted)} ${HELD_BY_JOB[name]}; the limit is ${formatCount(limit)} (${name})`,
		`${advice} Quotas can be raised on request; the operation Get of the resource Quota shows yours.`,
	);
}

type Entry = readonly [name: string, value: unknown];

const PAGING_FIELDS = ['pagination', 'page', '_links', 'next'];

/**
 * Reads quotas from `{name: value}` or `[{name, value}]`, wrapped or not. Undefined for any other
 * shape: its numbers may mean anything.
 */
export function readQuota(response: unknown): Quota | undefined {
	const content = unwrap(response);
	if (!Array.isArray(content))
		return toQuota(isRecord(content) ? Object.entries(content) : [], isQuotaName);
	if (content.every(isNameAndValue))
		return toQuota(
			content.map(({ name, value }) => [name, value]),
			() => true,
		);
	return content.every(isRecord)
		? toQuota(
				content.flatMap((record) => Object.entries(record)),
				isQuotaName,
			)
		: undefined;
}

/** Reads only the documented quotas. Zero and less are flags, not limits: nobody could add. */
export function readDocumentedQuotas(response: unknown): Partial<DocumentedQuotas> {
	const content = unwrap(response);
	const records = (Array.isArray(content) ? content : [content]).filter(isRecord);
	const entries = records.flatMap((record): Entry[] =>
		typeof record.name === 'string' ? [[record.name, record.value]] : Object.entries(record),
	);
	return Object.fromEntries(
		entries
			.filter(([name, value]) => name in LIMITS.quotas && isNumber(value) && Number(value) > 0)
			.map(([name, value]) => [name, Number(value)]),
	);
}

/** True if a response holds a number and no error, whatever its shape. */
export function holdsQuotas(response: unknown): boolean {
	const isError =
		isRecord(response) && ['message', 'error', 'errors'].some((name) => name in response);
	return !isError && holdsNumber(response);
}

function toQuota(entries: readonly Entry[], isName: (name: string) => boolean): Quota | undefined {
	const isKnown =
		entries.length > 0 && entries.every(([name, value]) => isName(name) && isNumber(value));
	return isKnown
		? Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]))
		: undefined;
}

function unwrap(response: unknown): unknown {
	if (!isRecord(response)) return response;
	const [only, ...others] = Object.entries(response).filter(
		([name]) => !PAGING_FIELDS.includes(name),
	);
	const isWrapper =
		only !== undefined &&
		others.length === 0 &&
		!isQuotaName(only[0]) &&
		only[1] !== null &&
		typeof only[1] === 'object';
	return isWrapper ? unwrap(only[1]) : response;
}

const isNameAndValue = (entry: unknown): entry is { name: string; value: unknown } =>
	isRecord(entry) &&
	typeof entry.name === 'string' &&
	'value' in entry &&
	Object.keys(entry).length === 2;

/** Every documented name begins like this; new ones probably do, too. */
const isQuotaName = (name: string) => /^[Mm]ax[A-Z]/.test(name);

const isNumber = (value: unknown) =>
	(typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
	!Number.isNaN(Number(value));

function holdsNumber(value: unknown): boolean {
	if (value === null || typeof value !== 'object') return isNumber(value);
	return Object.values(value).some(holdsNumber);
}
