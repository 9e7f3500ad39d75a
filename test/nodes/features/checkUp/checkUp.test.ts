import { summaryOf } from '../../../../nodes/features/checkUp/checkUp';
import type { Finding, Verdict } from '../../../../nodes/features/checkUp/finding';

const findings = (...verdicts: Verdict[]): Finding[] =>
	verdicts.map((verdict) => ({ check: 'A check', verdict, finding: '', advice: '', ids: [] }));

it.each([
	[['attention'], '1 check: 1 needs attention'],
	[['attention', 'attention'], '2 checks: 2 need attention'],
	[['unknown', 'wrong', 'ok'], '3 checks: 1 ok, 1 wrong, 1 could not be made'],
	[
		['ok', 'ok', 'wrong', 'wrong', 'unknown', 'unknown'],
		'6 checks: 2 ok, 2 wrong, 2 could not be made',
	],
] as Array<[Verdict[], string]>)('%j is summed up as "%s"', (verdicts, summary) => {
	expect(summaryOf(findings(...verdicts))).toBe(summary);
});
