import type { IDataObject } from 'n8n-workflow';

export type Quota = Record<string, number>;

/** Reads `{name: value}`, `[{name, value}]` and either of them inside a wrapper. */
export function readQuota(answer: unknown): Quota {
	if (Array.isArray(answer)) {
		return Object.assign({}, ...answer.map(readNamed)) as Quota;
	}
	if (answer === null || typeof answer !== 'object') return {};
	const quota: Quota = {};
	for (const [name, value] of Object.entries(answer as IDataObject)) {
		if (value !== null && typeof value === 'object') Object.assign(quota, readQuota(value));
		else if (isNumber(value)) quota[name] = Number(value);
	}
	return quota;
}

function readNamed(entry: unknown): Quota {
	if (entry === null || typeof entry !== 'object') return {};
	const { name, value, ...rest } = entry as IDataObject;
	return typeof name === 'string' && isNumber(value) ? { [name]: Number(value) } : readQuota(rest);
}

const isNumber = (value: unknown) => (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && !Number.isNaN(Number(value));
