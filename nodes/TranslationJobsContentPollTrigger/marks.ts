import { splitHashes } from '../shared/triggers/shortHash';

/** What was handed over of one job: every delivery up to a time, and of later ones these. */
export interface Mark {
	/** Milliseconds of the service's clock. */
	upTo: number;
	/** Hashes of delivery keys. */
	recent: ReadonlySet<string>;
}

const NOTHING_YET: Mark = { upTo: 0, recent: new Set() };

export const writeMark = ({ upTo, recent }: Mark): string => `${upTo.toString(36)}.${[...recent].join('')}`;

export function readMark(text: string | undefined): Mark {
	const [upTo = '', recent = ''] = (text ?? '').split('.');
	const time = Number.parseInt(upTo, 36);
	if (Number.isNaN(time)) return NOTHING_YET;
	return { upTo: time, recent: splitHashes(recent) };
}
