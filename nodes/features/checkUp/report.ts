import type { IDataObject } from 'n8n-workflow';

import { hideSecretsDeep } from '../../core/redact';
import { PACKAGE_VERSION } from '../../rules/connector';
import { omit } from '../../rules/json';
import { type Finding, summarize } from './finding';
import type { Look } from './look';

/** As much of an id as tells two apart. */
const ID_START = 4;

/** A type, so that it counts as n8n's IDataObject. */
export type Report = {
	summary: string;
	version: string;
	environment: string;
	calls: number;
	findings: Array<Omit<Finding, 'advice'>>;
	preset: IDataObject;
	markdown: string;
};

/** To be pasted into a bug report: no names, addresses, contents or secrets. */
export function reportOf(findings: readonly Finding[], look: Look): Report {
	const { environment } = look.client.session;
	const report = {
		summary: summarize(findings),
		version: PACKAGE_VERSION,
		environment: environment === 'staging' ? environment : 'production',
		calls: look.callCount,
		// Advice may name things.
		findings: findings.map((finding) => ({
			...omit(finding, 'advice'),
			ids: finding.ids.map((id) => `${id.slice(0, ID_START)}…`),
		})),
		preset: look.observed.preset,
	};
	const clean = hideSecretsDeep(look.client.context, report);
	return { ...clean, markdown: toMarkdown(clean) };
}

const toMarkdown = (report: Omit<Report, 'markdown'>): string =>
	[
		`**${report.summary}** (${report.environment}, version ${report.version}, calls: ${report.calls})`,
		'',
		'| Check | Verdict | Finding | IDs |',
		'|---|---|---|---|',
		...report.findings.map(
			({ check, verdict, finding, ids }) =>
				`| ${check} | ${verdict} | ${finding} | ${ids.join(' ')} |`,
		),
		'',
		'```json',
		JSON.stringify(report.preset, null, 2),
		'```',
	].join('\n');
