/** Figures of all rounds, and what is printed about a failing one. */
import type { LogEntry } from '../../sandbox/calls/log';
import { describePlan, type Plan } from './plan';
import type { Evidence } from './round';

export class Report {
	private readonly figures = {
		rounds: 0,
		calls: 0,
		faults: 0,
		kills: 0,
		sendings: 0,
		deliveries: 0,
		'hand-overs': 0,
		'status updates': 0,
		'failed runs': 0,
	};
	private readonly byKind = new Map<string, number>();
	failed = 0;

	add({ records, snapshot, log }: Evidence, problems: readonly string[]): void {
		const { figures } = this;
		const faults = log.flatMap(({ fault }) => fault ?? []);
		figures.rounds += 1;
		figures.calls += log.length;
		figures.faults += faults.length;
		figures.kills += records.kills;
		figures.sendings += records.runs.length;
		figures.deliveries += snapshot.jobs
			.flatMap(({ requests }) => requests)
			.reduce((sum, { deliveries }) => sum + deliveries, 0);
		figures['hand-overs'] += records.handOvers.reduce((sum, { items }) => sum + items.length, 0);
		figures['status updates'] += snapshot.updates.length;
		figures['failed runs'] += records.failures.length;
		for (const fault of faults) this.byKind.set(fault, (this.byKind.get(fault) ?? 0) + 1);
		const throttled = log.filter((call) => call.throttled).length;
		if (throttled > 0)
			this.byKind.set('throttled', (this.byKind.get('throttled') ?? 0) + throttled);
		if (problems.length > 0) this.failed += 1;
	}

	/** One line of figures, one of faults by kind, and how many rounds passed. */
	print(): void {
		const { figures, failed } = this;
		const list = (entries: Iterable<[string, number]>) =>
			[...entries].map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ');
		console.log(`\n${list(Object.entries(figures))}`);
		console.log(
			`faults by kind: ${list([...this.byKind].sort(([, one], [, other]) => other - one))}`,
		);
		console.log(`${figures.rounds - failed} passed, ${failed} failed`);
	}
}

export const repeatCommand = ({ seed, round }: Plan): string =>
	`npm run test:storm -- --seed ${seed} --only ${round}`;

/** What broke, the plan in words, and how to run this round alone. */
export function printFailure(plan: Plan, problems: readonly string[]): void {
	console.log(
		`\nRound ${plan.round} of seed ${plan.seed} FAILED. Repeat it: ${repeatCommand(plan)}`,
	);
	for (const problem of problems) console.log(`  ✗ ${problem}`);
	console.log(`\n${describePlan(plan)}\n`);
}

/** Every call of a round, and what the workflows saw. */
export function printLog({ log, records, snapshot, library }: Evidence): void {
	console.log('Calls:');
	for (const call of log) console.log(`  ${lineOf(call)}`);
	console.log('Runs of sendings:');
	for (const { sending, instance, ending, failure } of records.runs)
		console.log(`  ${instance} ${sending} ${ending}${failure ? `: ${failure.message}` : ''}`);
	console.log('Hand-overs:');
	for (const { at, workflow, items } of records.handOvers)
		console.log(
			`  ${timeOf(at)} ${workflow}: ${items.map(({ event, requestId, attempt }) => `${String(event)} ${String(requestId)} (${String(attempt ?? '-')})`).join(', ')}`,
		);
	console.log('Stored:');
	for (const { at, requestId, text } of records.stored)
		console.log(`  ${timeOf(at)} ${requestId} ${text.slice(0, 60)}`);
	if (library) console.log('Entries:');
	for (const { at, what } of library?.diary ?? []) console.log(`  ${timeOf(at)} ${what}`);
	console.log('The provider:');
	for (const { at, act, requestIds } of records.provider)
		console.log(`  ${timeOf(at)} ${act} ${requestIds.join(', ')}`);
	console.log('Failures:');
	for (const { where, failure } of records.failures)
		console.log(`  ${where}: ${failure.message} — ${failure.description}`);
	console.log('In the end:');
	for (const { jobId, jobName, status, requests } of snapshot.jobs)
		console.log(
			`  ${jobId} ${jobName} ${status}: ${requests.map(({ requestId, requestName, targetNativeLanguageCode, status: state, deliveries }) => `${requestId} ${requestName} ${targetNativeLanguageCode} ${state} #${deliveries}`).join(', ')}`,
		);
}

const timeOf = (at: number) => new Date(at).toISOString().slice(5, 23);

function lineOf({
	at,
	method,
	path,
	query,
	status,
	fault,
	lateStatus,
	throttled,
	body,
}: LogEntry): string {
	const marks = [
		...(fault ? [`FAULT ${fault}`] : []),
		...(lateStatus ? [`late ${lateStatus}`] : []),
		...(throttled ? ['throttled'] : []),
	];
	const sent = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 200)}`;
	return `${at.slice(5, 23)} ${method} ${path}${decodeURIComponent(query)} ${status}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}${sent}`;
}
