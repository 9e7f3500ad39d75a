import { plainFileName } from '../rules/names';

/** `filename*=UTF-8''na%C3%AFve.txt` (RFC 8187) and `filename="plain.txt"` (RFC 6266). */
const EXTENDED = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i;
const PLAIN = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i;

/** The file name in the header, without any folder before it. */
export function readFileName(contentDisposition: string | undefined): string | undefined {
	const header = `;${contentDisposition ?? ''}`;
	return plainFileName(readExtended(header)) ?? plainFileName(readPlain(header));
}

function readExtended(header: string): string | undefined {
	const [, charset, value] = EXTENDED.exec(header) ?? [];
	if (!charset || !value) return undefined;
	const bytes = Buffer.from(
		value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	);
	return charset.toLowerCase() === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1');
}

/** n8n reads headers as Latin-1, but many servers send UTF-8. */
function readPlain(header: string): string | undefined {
	const [, quoted, token] = PLAIN.exec(header) ?? [];
	const raw = quoted?.replace(/\\(.)/g, '$1') ?? token;
	if (raw === undefined) return undefined;
	const decoded = Buffer.from(raw, 'latin1').toString('utf8');
	return decoded.includes('\uFFFD') ? raw : decoded;
}
