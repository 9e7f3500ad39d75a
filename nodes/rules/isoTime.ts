export interface IsoTime {
	/** Whole seconds since the epoch; text without a zone counts as UTC. */
	utcSeconds: number;
	/** Digits after the second, without trailing zeros. */
	fraction: string;
	hasZone: boolean;
}

const ISO_TIME =
	/^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

function offsetSeconds(zone: string): number | undefined {
	if (/^z$/i.test(zone)) return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', '') || '0');
	if (hours > 23 || minutes > 59) return undefined;
	return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Reads an ISO 8601 date or time. Undefined for a day or an hour that does not exist. */
export function parseIsoTime(text: string): IsoTime | undefined {
	const match = ISO_TIME.exec(text.trim());
	if (match === null) return undefined;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
		.slice(1, 7)
		.map((digits: string | undefined) => Number(digits ?? 0));
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	date.setUTCHours(hour, minute, second);
	const exists =
		date.getUTCFullYear() === year &&
		date.getUTCMonth() === month - 1 &&
		date.getUTCDate() === day &&
		date.getUTCHours() === hour &&
		date.getUTCMinutes() === minute &&
		date.getUTCSeconds() === second;
	const zone = match[8];
	const offset = zone === undefined ? 0 : offsetSeconds(zone);
	if (!exists || offset === undefined) return undefined;
	return {
		utcSeconds: date.getTime() / 1000 - offset,
		fraction: (match[7] ?? '').replace(/0+$/, ''),
		hasZone: zone !== undefined,
	};
}

/** `yyyy-MM-ddTHH:mm:ss`, in UTC. */
export function formatSeconds(utcSeconds: number): string {
	return new Date(utcSeconds * 1000).toISOString().slice(0, -'.000Z'.length);
}
