import { InvalidInput } from '../../../../l10n/invalidInput';
import { isRecord } from '../../../../l10n/json';
import type { SimpleType } from './schema';

/** Converts values between JSON and the built-in types of XML Schema. */

const INTEGER = /^(unsigned)?(byte|short|int|long|integer)$/i;
const DECIMAL = /^(decimal|double|float)$/;

type JsonKind = 'string' | 'number' | 'boolean' | 'dateTime';

export function jsonKind(base: string): JsonKind {
	if (INTEGER.test(base) || DECIMAL.test(base)) return 'number';
	if (base === 'boolean') return base;
	return base === 'dateTime' || base === 'date' ? 'dateTime' : 'string';
}

export const accepts = (field: string, { enumeration }: SimpleType): string =>
	`"${field}" accepts: ${enumeration.join(', ')}.`;

/** Formats a value for XML; rejects what the service would reject. */
export function formatValue(type: SimpleType, value: unknown, field: string): string {
	const text = formatPlain(type, value, field);
	if (type.enumeration.length > 0 && !type.enumeration.includes(text)) {
		throw new InvalidInput(`"${field}" cannot be "${text.slice(0, 100)}"`, accepts(field, type));
	}
	return text;
}

function formatPlain({ base }: SimpleType, value: unknown, field: string): string {
	const refuse = (wanted: string): never => {
		throw new InvalidInput(`"${field}" must be ${wanted}, not "${String(value).slice(0, 100)}"`);
	};
	const kind = jsonKind(base);
	if (kind === 'dateTime')
		return formatDate(base, value) ?? refuse(base === 'date' ? 'a date' : 'a date and time');
	if (typeof value === 'object') return refuse(`a ${kind}`);
	const text = String(value);
	const trimmed = text.trim();
	if (kind === 'boolean') {
		if (/^(true|1)$/i.test(trimmed)) return 'true';
		return /^(false|0)$/i.test(trimmed) ? 'false' : refuse('true or false');
	}
	if (INTEGER.test(base)) return /^[+-]?\d+$/.test(trimmed) ? trimmed : refuse('a whole number');
	if (kind === 'string') return text;
	const number = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(trimmed);
	if (!number) return refuse('a number');
	const [, sign = '', whole = '', fraction = '', exponent] = number;
	if (base !== 'decimal' || exponent === undefined) return trimmed;
	// xs:decimal knows no exponent.
	const zeros = '0'.repeat(Math.abs(Number(exponent)));
	const digits = zeros + whole + fraction + zeros;
	const point = zeros.length + whole.length + Number(exponent);
	const plain = `${digits.slice(0, point)}.${digits.slice(point)}`;
	return sign + plain.replace(/^0+(?=\d)|\.?0*$/g, '');
}

function formatDate(base: string, value: unknown): string | undefined {
	const iso = isoText(value);
	if (iso === undefined) return undefined;
	if (base === 'date') return iso.slice(0, 10);
	return iso.length === 10 ? `${iso}T00:00:00` : iso.replace(' ', 'T');
}

/** Accepts a Date, the DateTime of an n8n expression (it has `toISO`), or ISO text. */
function isoText(value: unknown): string | undefined {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isRecord(value) && typeof value.toISO === 'function') return isoText(value.toISO());
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	const isIso =
		/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
		!Number.isNaN(Date.parse(text));
	if (!isIso) return undefined;
	// XML Schema requires the seconds, which ISO 8601 makes optional.
	return text.replace(/([T ]\d{2}:\d{2})(?=Z|[+-]|$)/, '$1:00');
}

/** Converts text from the service. Text that does not match the schema stays text. */
export function readValue({ base }: SimpleType, text: string): string | number | boolean {
	const trimmed = text.trim();
	switch (jsonKind(base)) {
		case 'boolean':
			return trimmed === 'true' || trimmed === '1'
				? true
				: trimmed === 'false' || trimmed === '0'
					? false
					: text;
		case 'number':
			return readNumber(trimmed) ?? text;
		case 'dateTime':
			return trimmed;
		default:
			return text;
	}
}

/** Numbers that JavaScript cannot hold exactly stay text, so that ids keep every digit. */
function readNumber(text: string): number | undefined {
	const number = Number(text);
	if (text === '' || !Number.isFinite(number)) return undefined;
	const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
	return digits.length > 15 && String(number) !== text ? undefined : number;
}
