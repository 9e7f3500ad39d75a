import { createHash } from 'node:crypto';

const HASH_LENGTH = 10;

/** What was handed over of one job: every delivery up to a time, and of later ones these. */
export interface Mark {
	/** Milliseconds of the service's clock. */
	upTo: number;
	/** Hashes of delivery keys. */
	recent: ReadonlySet<string>;
}

const NOTHING_YET: Mark = { upTo: 0, recent: new Set() };

/** Ten characters for an id or key: 60 bits, so that two of them being equal by chance is out of the question. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

export const writeMark = ({ upTo, recent }: Mark): string => `${upTo.toString(36)}.${[...recent].join('')}`;

export function readMark(text: string | undefined): Mark {
	const [upTo = '', recent = ''] = (text ?? '').split('.');
	const time = Number.parseInt(upTo, 36);
	if (Number.isNaN(time)) return NOTHING_YET;
	return { upTo: time, recent: new Set(recent.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []) };
}
