import type { Sandbox } from '../../sandbox/launch';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const inDays = (days: number) =>
	`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

interface Kind extends Omit<Parameters<Sandbox['seed']>[0], 'jobs'> {
	/** How many of the requests come to this, from the first one on. */
	approved?: number;
	delivered?: number;
	cancelled?: number;
	error?: string;
}

/** Oldest first. */
const KINDS: readonly Kind[] = [
	{ jobName: 'Terms of delivery', requestsPerJob: 5, approved: 3, cancelled: 2 },
	{ jobName: 'Shop: product names', requestsPerJob: 8, approved: 8 },
	{ jobName: 'Packaging, DACH', requestsPerJob: 4, requestStatus: 'TRANSLATION_REJECTED' },
	{ jobName: 'Newsletter October', requestsPerJob: 3, status: 'CANCELLED' },
	{ jobName: 'Press release', requestsPerJob: 4, status: 'COMPLETED', dueDate: inDays(-9) },
	{ jobName: 'Legal notes', requestsPerJob: 6, approved: 4, dueDate: inDays(-2) },
	{
		jobName: 'App texts, sprint 41',
		requestsPerJob: 6,
		delivered: 2,
		dueDate: inDays(5),
		error: 'The provider could not read buttons.json: the file is damaged.',
	},
	{ jobName: 'Product manual, model X200', requestsPerJob: 12, dueDate: inDays(12) },
	{ jobName: 'Website: home page', requestsPerJob: 3, delivered: 3, dueDate: inDays(1) },
	{
		jobName: 'Spring catalogue',
		requestsPerJob: 9,
		approved: 4,
		delivered: 2,
		dueDate: inDays(3),
	},
	{ jobName: 'Help centre articles', requestsPerJob: 20, status: 'SENDING' },
	{ jobName: 'Training videos: subtitles', requestsPerJob: 2, status: 'CREATED' },
];

/** Twelve jobs, so that a page shows everything that a job can come to. */
export async function seedJobsOfAllKinds(sandbox: Sandbox): Promise<void> {
	for (const [index, kind] of KINDS.entries()) {
		const { approved = 0, delivered = 0, cancelled = 0, error, ...wanted } = kind;
		const age = (KINDS.length - index) ** 2 * HOUR_MS;
		const { jobIds, requestIds } = await sandbox.seed({
			jobs: 1,
			createdFrom: new Date(Date.now() - age).toISOString(),
			...wanted,
		});
		const ready = approved + delivered;
		if (ready > 0) await sandbox.deliver(jobIds[0]!, requestIds.slice(0, ready));
		await sandbox.approve(requestIds.slice(0, approved));
		for (const requestId of requestIds.slice(ready, ready + cancelled))
			await sandbox.cancelRequest(requestId);
		if (error) await sandbox.failRequest(requestIds.at(-1)!, error);
	}
}
