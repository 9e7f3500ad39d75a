import { isRecord } from '../rules/isRecord';

/** The JSON object in a body, which n8n's helper may have left as text. */
export function readObject(body: unknown): Record<string, unknown> | undefined {
	if (typeof body !== 'string') return isRecord(body) ? body : undefined;
	try {
		const parsed: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
