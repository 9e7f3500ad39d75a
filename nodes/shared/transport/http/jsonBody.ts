import { isRecord } from '../../rules/isRecord';

/** The object in a body that n8n's helper has read already, or left as text. Undefined if there is none. */
export function readObject(body: unknown): Record<string, unknown> | undefined {
	if (typeof body !== 'string') return isRecord(body) ? body : undefined;
	try {
		const parsed: unknown = JSON.parse(body.replace(/^\uFEFF/, ''));
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
