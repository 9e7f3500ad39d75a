import type { IExecuteFunctions } from 'n8n-workflow';

import { statusTitle } from '../../../../shared/rules/statuses';
import { totalOf } from '../../../../shared/service/jobs/requestCounts';
import { counted } from '../../fields/hints';
import { type CollectedJob, problemOf } from './finishGroup';

const JOBS_SHOWN = 10;

export function addSummary(context: IExecuteFunctions, jobs: readonly CollectedJob[]): void {
	const hint = (message: string, type: 'info' | 'warning' = 'info') =>
		context.addExecutionHints({ message, type, location: 'outputPane' });
	const problemsFirst = [...jobs].sort(
		(a, b) => Number(Boolean(b.finished.problem)) - Number(Boolean(a.finished.problem)),
	);
	for (const job of problemsFirst.slice(0, JOBS_SHOWN)) {
		const { jobId } = job.group;
		const { fetched, failed, notReady, withError } = job.result;
		const { approved, completed } = job.finished;
		const problem = problemOf(job);
		const waiting = totalOf(notReady);
		const parts = [`Job ${jobId}: ${counted(fetched.length, 'translation')} collected`];
		if (approved > 0) parts.push(`${approved} approved`);
		if (waiting > 0)
			parts.push(
				`${waiting} not ready (${Object.entries(notReady)
					.map(([status, count]) => `${count} ${statusTitle(status)}`)
					.join(', ')})`,
			);
		if (completed) parts.push('the job was completed');
		hint(`${parts.join(', ')}.`);
		if (problem) hint(problem, 'warning');
		if (failed.length > 0 || withError > 0) {
			const failures = [
				failed.length > 0 ? `${counted(failed.length, 'translation')} could not be downloaded` : '',
				withError > 0
					? `${counted(withError, 'request')} with an error at the provider (see latestErrorMessage)`
					: '',
			];
			hint(`Job ${jobId}: ${failures.filter(Boolean).join(', ')}.`, 'warning');
		}
	}
	if (jobs.length > JOBS_SHOWN) hint(`… and ${counted(jobs.length - JOBS_SHOWN, 'further job')}.`);
}
