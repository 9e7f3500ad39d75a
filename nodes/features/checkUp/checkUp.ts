import { counted } from '../../../l10n/counted';
import { omit } from '../../../l10n/json';
import { Cancelled } from '../../core/concurrency';
import { hideSecrets, hideSecretsDeep } from '../../core/redact';
import type { Client } from '../../http/client';
import { PACKAGE_VERSION } from '../../rules/connector';
import { CONNECTION, RATE, whyUnreachable } from './connection';
import { type Finding, MAX_IDS, type Verdict } from './finding';
import { LEFT_TO_DO } from './leftToDo';
import { type Check, Probe, type ProbeSettings, whyUnknown } from './probe';
import { SUPPORTS } from './supports';

/** In this order: the calls of the first are few, and those of the last many. */
const CHECKS: readonly Check[] = [...CONNECTION, ...SUPPORTS, ...LEFT_TO_DO, RATE];

/** What is ok comes first here, and last among the findings. */
const WORDS: Record<Verdict, [one: string, more: string]> = {
	ok: ['ok', 'ok'],
	wrong: ['wrong', 'wrong'],
	attention: ['needs attention', 'need attention'],
	unknown: ['could not be made', 'could not be made'],
};
const VERDICTS = Object.keys(WORDS);
const rank = ({ verdict }: Finding) => VERDICTS.indexOf(verdict) || VERDICTS.length;

/** Runs all checks. One that fails is unknown and stops no other; cancelling stops all. */
export async function checkUp(
	client: Client,
	settings: ProbeSettings,
): Promise<{ findings: Finding[]; callCount: number }> {
	const probe = new Probe(client, settings);
	const findings: Finding[] = [];
	const hide = (text = '') => hideSecrets(client.context, text);
	for (const { name: check, run } of (await whyUnreachable(probe)) ?? CHECKS) {
		const found = await run(probe).catch(whyUnknown);
		if (client.cancelSignal?.aborted) throw new Cancelled();
		const { verdict, finding, advice, ids = [] } = found;
		findings.push({
			check,
			verdict,
			finding: hide(finding),
			advice: hide(advice),
			ids: ids.slice(0, MAX_IDS),
		});
	}
	findings.sort((one, other) => rank(one) - rank(other));
	return { findings, callCount: probe.callCount };
}

/** "17 checks: 14 ok, 2 need attention, 1 could not be made". */
export function summaryOf(findings: readonly Finding[]): string {
	const parts = Object.entries(WORDS).flatMap(([verdict, [one, more]]) => {
		const { length } = findings.filter((finding) => finding.verdict === verdict);
		return length > 0 ? counted(length, one, more) : [];
	});
	return `${counted(findings.length, 'check')}: ${parts.join(', ')}`;
}

/** As much of an id as tells two apart. */
const ID_START = 4;

/** A type, so that it counts as n8n's IDataObject. */
export type Report = {
	summary: string;
	version: string;
	environment: string;
	calls: number;
	findings: Array<Omit<Finding, 'advice'>>;
	markdown: string;
};

/** To be pasted into a bug report: no names, addresses, contents or secrets. */
export function reportOf(
	{ context, session: { environment } }: Client,
	findings: readonly Finding[],
	calls: number,
): Report {
	const report = hideSecretsDeep(context, {
		summary: summaryOf(findings),
		version: PACKAGE_VERSION,
		environment: environment === 'staging' ? environment : 'production',
		calls,
		// Advice may name things.
		findings: findings.map((finding) => ({
			...omit(finding, 'advice'),
			ids: finding.ids.map((id) => `${id.slice(0, ID_START)}…`),
		})),
	});
	const rows = report.findings.map(
		({ check, verdict, finding, ids }) =>
			`| ${check} | ${verdict} | ${finding} | ${ids.join(' ')} |`,
	);
	const markdown = [
		`**${report.summary}** (${report.environment}, version ${report.version}, calls: ${calls})`,
		'',
		'| Check | Verdict | Finding | IDs |',
		'|---|---|---|---|',
		...rows,
	].join('\n');
	return { ...report, markdown };
}
