/** docs/send-and-collect.md about a job that should not have been sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	CREATED,
	IN_TRANSLATION,
	JOB_OVER,
	JOB_STATUSES,
	SENDING,
	SENT,
} from '../../nodes/rules/statuses';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'send-and-collect.md'), 'utf8');
const section = page.split('\n## I sent it by mistake\n')[1]?.split('\n## ')[0] ?? '';

/** What to do, by the statuses in the first cell. A status may have several rows. */
const rows = section
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, first = '', advice = '']) => ({
		statuses: [...first.matchAll(/`([A-Z_]+)`/g)].map(([, status]) => status!),
		advice,
	}));
const adviceFor = (status: string) =>
	rows
		.filter(({ statuses }) => statuses.includes(status))
		.map(({ advice }) => advice)
		.join('\n');

it('has a row for each status of a job, and for no other', () => {
	const named = new Set(rows.flatMap(({ statuses }) => statuses));
	expect([...named].sort()).toEqual([...JOB_STATUSES].sort());
});

it.each([SENDING, SENT, IN_TRANSLATION])('says whom to ask when a job is %s', (status) => {
	expect(adviceFor(status)).toMatch(/\bask the provider\b/i);
});

it('says what to tell the provider', () => {
	expect(adviceFor(SENT)).toMatch(/the name and the ID of the job/);
});

it.each([
	[CREATED, 'Job: Delete'],
	[IN_TRANSLATION, 'Job: Complete'],
	...JOB_OVER.flatMap((status) => [
		[status, 'Job: Delete'],
		[status, 'Job: Archive'],
	]),
])('names for %s what a person can do in n8n: %s', (status, operation) => {
	expect(adviceFor(status)).toContain(`*${operation}*`);
});

it('names only operations that the node has', () => {
	const operations = new TranslationJobs().description.properties.flatMap((property) =>
		property.name === 'operation' && property.displayOptions?.show?.resource?.includes('job')
			? property.options!.map(({ name }) => `Job: ${name}`)
			: [],
	);
	const named = [...section.matchAll(/\*(Job: [^*]+)\*/g)].map(([, name]) => name!);
	expect(named.length).toBeGreaterThan(4);
	expect(operations).toEqual(expect.arrayContaining(named));
});

it('says how to keep its translations out of the store', () => {
	expect(section).toMatch(/To keep its translations out of your store/);
	const { displayName, properties } = new TranslationJobsContentPollTrigger().description;
	expect(section).toContain(`*${displayName}*`);
	const filters = properties.find(({ name }) => name === 'filters')!;
	const offered = filters.options!.map((each) => ('displayName' in each ? each.displayName : ''));
	const named = [...section.matchAll(/\*Filters → ([^*]+)\*/g)].map(([, name]) => name);
	expect(named).toEqual(['Job Name Contains', 'Labels']);
	expect(offered).toEqual(expect.arrayContaining(named));
	expect(section).toContain("`{{ $json.jobId !== 'the ID' }}`");
});
