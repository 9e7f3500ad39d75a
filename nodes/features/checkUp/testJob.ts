import { randomUUID } from 'node:crypto';

import { inlineTexts } from '../../api/inlineTexts';
import { createJob, getJob, listJobsByPage, patchJob } from '../../api/jobs';
import { getRequest, readRequests } from '../../api/requests';
import type { Job } from '../../api/resources';
import { EXPECTED } from '../../api/responses';
import { createSourceContent } from '../../api/sourceContent';
import { GUESSES, INLINE_TEXTS, NEWEST_CREATED, PATHS } from '../../api/wire';
import { OperationFailed } from '../../core/errors';
import { unlessGone } from '../../http/errors';
import { sameName } from '../../rules/names';
import { attention, type Found, ok, TEST_JOB_LABEL, unknown, wrong } from './finding';
import { type Check, type Probe, whyUnknown } from './probe';
import { refusalOf, tryOut } from './supports';

const NAME = 'Check-Up test job';
const TEXTS = [{ key: 'check', value: 'up' }];
const SOURCE_ID = 'check-up';
const MAX_PAGES = 20;

/** A job with two requests that is never submitted, and deleted whatever happens. */
class TestJob {
	private readonly jobName = `${NAME} ${randomUUID().slice(0, 8)}`;
	private jobId = '';
	private readonly requestIds: string[] = [];

	constructor(private readonly probe: Probe) {}

	async run(): Promise<Record<string, Found>> {
		const results: Record<string, Found> = {};
		const failure = await this.create().catch(whyUnknown);
		for (const [name, step] of STEPS)
			results[name] =
				failure && name !== DELETED
					? unknown(`No test job could be created. ${failure.finding}`, failure.advice)
					: await step(this).catch(whyUnknown);
		return results;
	}

	private async create(): Promise<void> {
		const fields = { jobName: this.jobName, labels: [TEST_JOB_LABEL] };
		// Cancelling must not leave open whether there is a job.
		this.jobId = (await createJob(this.probe.client.beyondCancel(), fields)).jobId;
	}

	/** A change may be repeated, so a refusal leaves nothing open. */
	async customData(): Promise<Found> {
		let isKept = false;
		const found = await tryOut(this.probe, 'leave it out', async () => {
			const fields = { customData: { check: 'up' } };
			const job: Record<string, unknown> = await patchJob(this.probe.client, this.jobId, fields);
			return (isKept = job.customData !== undefined);
		});
		return isKept ? found : attention(found.finding);
	}

	async labels(): Promise<Found> {
		const { jobId, probe } = this;
		const sent = await getJob(probe.client, jobId);
		await patchJob(probe.client, jobId, { labels: { [TEST_JOB_LABEL]: '1' } });
		const changed = await getJob(probe.client, jobId);
		if (!sent.labels)
			return attention('They do not come back.', 'A second run may not find what the first sent.');
		const formOf = ({ labels }: Job) => (Array.isArray(labels) ? 'a list' : 'an object');
		return ok(`A list comes back as ${formOf(sent)}, an object as ${formOf(changed)}.`);
	}

	private async add(target: string, content: object): Promise<string> {
		const { jobId } = this;
		const response = await this.probe.client.call({
			method: 'POST',
			path: PATHS.addRequests(jobId),
			body: {
				requestName: NAME,
				sourceNativeLanguageCode: 'en-us',
				targetNativeLanguageCodes: [target],
				...content,
			},
			expects: EXPECTED.requests(jobId),
			// A second one goes with the job.
			repeatable: true,
		});
		const ids = readRequests(response, jobId).map(({ requestId }) => requestId);
		this.requestIds.push(...ids);
		return String(ids[0]);
	}

	/** One request with stored texts, one with texts of its own; two alike if one way is refused. */
	async texts(): Promise<Found> {
		const { probe, jobId } = this;
		const inline = { [INLINE_TEXTS]: TEXTS };
		let stored: object | undefined;
		await refusalOf(probe, async () => {
			const { sourceContentId } = await createSourceContent(probe.client, jobId, TEXTS);
			stored = { sourcecontentId: sourceContentId };
		});
		if (stored) await this.add('fr-fr', stored);
		let isTaken = false;
		const without = stored ? 'they are stored first' : 'send files';
		const found = await tryOut(probe, without, async () => {
			const request = await getRequest(probe.client, jobId, await this.add('de-de', inline));
			return (isTaken = Boolean(inlineTexts(request) ?? request.sourceContentId));
		});
		if (this.requestIds.length === 1) await this.add('es-es', stored ?? inline);
		return stored || isTaken ? found : wrong('Texts cannot be sent.', 'Send files.');
	}

	async patchRequests(): Promise<Found> {
		const { probe, jobId, requestIds } = this;
		if (requestIds.length === 0) return unknown('There are no requests.');
		return await tryOut(probe, GUESSES.patchRequests.without, async () => {
			const response = await probe.client.call({
				method: 'PATCH',
				path: PATHS.requests(jobId),
				body: { requestIds, sourceNativeId: SOURCE_ID },
				expects: EXPECTED.requests(jobId),
			});
			const changed = readRequests(response, jobId);
			return changed.every(({ sourceNativeId }) => sourceNativeId === SOURCE_ID);
		});
	}

	async delete(): Promise<Found> {
		try {
			this.jobId ||= await this.find();
			if (this.jobId) await this.deleteUnread();
			return ok(this.jobId ? 'It was deleted.' : 'None was created.');
		} catch {
			return wrong('It may still be there.', 'Delete it.', [this.jobId].filter(Boolean));
		}
	}

	/** It is our own, and reads may be refused. */
	private async deleteUnread(): Promise<void> {
		const { jobId, probe } = this;
		await unlessGone(
			async () =>
				await probe.unlimited.call({
					method: 'DELETE',
					path: PATHS.job(jobId),
					about: { jobId },
					expects: EXPECTED.jobOrNothing(jobId),
				}),
		);
	}

	/** If the answer to its creation was lost. A new job is on the first page, or soon after. */
	private async find(): Promise<string> {
		let left = MAX_PAGES;
		for await (const jobs of listJobsByPage(this.probe.unlimited, { orderBy: NEWEST_CREATED })) {
			const found = jobs.find(({ jobName = '' }) => sameName(jobName, this.jobName));
			if (found) return found.jobId;
			if ((left -= 1) === 0) throw new OperationFailed('The list of jobs is too long');
		}
		return '';
	}
}

const DELETED = 'Test job';
const STEPS: ReadonlyArray<[name: string, step: (job: TestJob) => Promise<Found>]> = [
	['`customData`', async (job) => await job.customData()],
	['Labels of a job', async (job) => await job.labels()],
	['Texts within a request', async (job) => await job.texts()],
	[GUESSES.patchRequests.sent, async (job) => await job.patchRequests()],
	[DELETED, async (job) => await job.delete()],
];

/** What can be seen only by writing. Nothing, unless a test job is allowed. */
export const TEST_JOB: readonly Check[] = STEPS.map(([name]) => ({
	name,
	run: async (probe: Probe) => {
		if (!probe.settings.tryWithTestJob) return undefined;
		const results = await probe.once('test job', async () => await new TestJob(probe).run());
		return results[name];
	},
}));
