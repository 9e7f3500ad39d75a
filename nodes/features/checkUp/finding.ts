export const TELL_SERVICE = 'Tell whoever runs the service.';

export type Verdict = 'ok' | 'attention' | 'wrong' | 'unknown';

/** A type, so that it counts as n8n's IDataObject. */
export type Finding = {
	check: string;
	verdict: Verdict;
	/**
	 * A sentence with numbers. It is part of the report that people paste, so it has no names,
	 * addresses, contents or words of the service.
	 */
	finding: string;
	/** What to do. It may name what the finding must not. */
	advice: string;
	/** At most `MAX_IDS`. */
	ids: string[];
};

/** What a check returns. The runner adds the rest. */
export type Found = Pick<Finding, 'verdict' | 'finding'> & Partial<Pick<Finding, 'advice' | 'ids'>>;

export const MAX_IDS = 50;

const found =
	(verdict: Verdict) =>
	(finding: string, advice?: string, ids?: string[]): Found => ({ verdict, finding, advice, ids });

export const ok = found('ok');
export const attention = found('attention');
export const wrong = found('wrong');
export const unknown = found('unknown');
export const tooLittle = () =>
	unknown('There is too little at the service to see it.', 'Look again when there is more.');
