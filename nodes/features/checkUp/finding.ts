/** An unsubmitted job with this label is a test job. One that stays behind is a finding. */
export const TEST_JOB_LABEL = 'n8n-check-up';

export type Verdict = 'ok' | 'attention' | 'wrong' | 'unknown';

/** What a check returns. The runner adds the rest. */
export interface Found {
	verdict: Verdict;
	/**
	 * A sentence with numbers. It is part of the report that people paste, so it has no names,
	 * addresses, contents or words of the service.
	 */
	finding: string;
	/** What to do. It may name what the finding must not. */
	advice?: string;
	ids?: readonly string[];
}

/** A type, so that it counts as n8n's IDataObject. */
export type Finding = {
	check: string;
	verdict: Verdict;
	finding: string;
	advice: string;
	/** At most `MAX_IDS`. */
	ids: string[];
};

export const MAX_IDS = 50;
export const TELL_SERVICE = 'Tell whoever runs the service.';

type Words = [finding: string, advice?: string, ids?: readonly string[]];
const found =
	(verdict: Verdict) =>
	(...[finding, advice, ids]: Words): Found => ({ verdict, finding, advice, ids });

export const ok = found('ok');
export const attention = found('attention');
export const wrong = found('wrong');
export const unknown = found('unknown');

/** What is ok comes first here, and last among the findings. */
const WORDS: Record<Verdict, string> = {
	ok: 'ok',
	wrong: 'wrong',
	attention: 'need attention',
	unknown: 'could not be made',
};

/** "17 checks: 14 ok, 2 need attention, 1 could not be made". */
export function summarize(findings: readonly Finding[]): string {
	const parts = Object.entries(WORDS).flatMap(([verdict, words]) => {
		const { length } = findings.filter((finding) => finding.verdict === verdict);
		return length > 0 ? `${length} ${words}` : [];
	});
	return `${findings.length} checks: ${parts.join(', ')}`;
}

const VERDICTS = Object.keys(WORDS);
const rank = ({ verdict }: Finding) => VERDICTS.indexOf(verdict) || VERDICTS.length;

export const mostUrgentFirst = (one: Finding, other: Finding): number => rank(one) - rank(other);
