import { randomUUID } from 'node:crypto';

import { inlineTexts } from '../../api/inlineTexts';
import { createJob, deleteJob, getJob, listJobsByPage, patchJob } from '../../api/jobs';
import { getRequest, readRequests } from '../../api/requests';
import type { Job } from '../../api/resources';
import { EXPECTED } from '../../api/responses';
import { createSourceContent } from '../../api/sourceContent';
import { GUESSES, INLINE_TEXTS, NEWEST_CREATED, PATHS } from '../../api/wire';
import { OperationFailed } from '../../core/errors';
import { sameName } from '../../rules/names';
import { attention, type Found, ok, TEST_JOB_LABEL, unknown, wrong } from './finding';
import { type Check, type Look, whyUnknown } from './look';
import { refusalOf, tryOut } from './supports';

/** With what services change in a name: an ampersand, two spaces, a letter in two parts. */
const NAME = 'Check-Up test job  & te\u0301st';
const TEXTS = [{ key: 'check', value: 'up' }];
const SOURCE_ID = 'check-up';
const MAX_PAGES = 20;

const STEPS = {
	customData: '`customData` (D)',
	labels: 'Labels of a job (S)',
	texts: 'Texts within a request (E)',
	patchRequests: `${GUESSES.patchRequests.sent} (E)`,
	deleted: 'Test job',
};
type Results = Record<string, Found>;

/** A job with two requests that is never submitted, and deleted whatever happens. */
class TestJob {
	private readonly jobName = `${NAME} ${randomUUID().slice(0, 8)}`;
	private jobId = '';
	private readonly requestIds: string[] = [];

	constructor(private readonly look: Look) {}

	async run(): Promise<Results> {
		const results: Results = {};
		const failure = await this.create().catch(whyUnknown);
		for (const name of Object.keys(STEPS) as Array<keyof typeof STEPS>)
			results[name] =
				failure && name !== 'deleted'
					? unknown(`No test job could be created. ${failure.finding}`, failure.advice)
					: await this[name]().catch(whyUnknown);
		return results;
	}

	private async create(): Promise<void> {
		const { jobName, look } = this;
		const fields = { jobName, labels: [TEST_JOB_LABEL] };
		// Cancelling must not leave open whether there is a job.
		this.jobId = (await createJob(look.client.beyondCancel(), fields)).jobId;
	}

	/** A change may be repeated, so a refusal leaves nothing open. */
	private async customData(): Promise<Found> {
		const { look, jobId } = this;
		const found = await tryOut(look, 'customData', 'leave it out', async () => {
			const fields = { customData: { check: 'up' } };
			const job: Record<string, unknown> = await patchJob(look.client, jobId, fields);
			return job.customData !== undefined;
		});
		return look.observed.preset.honours.customData ? found : attention(found.finding);
	}

	private async labels(): Promise<Found> {
		const { jobId, jobName, look } = this;
		const { preset } = look.observed;
		const sent: Job & { connectorVersion?: unknown } = await getJob(look.client, jobId);
		await patchJob(look.client, jobId, { labels: { [TEST_JOB_LABEL]: '1' } });
		const changed = await getJob(look.client, jobId);
		preset.testNames = [jobName, sent.jobName];
		preset.honours.connectorVersion = sent.connectorVersion !== undefined;
		if (!sent.labels)
			return attention('They do not come back.', 'A second run may not find what the first sent.');
		const forms = [sent, changed].map(({ labels }) =>
			Array.isArray(labels) ? 'a list' : 'an object',
		);
		return ok(`A list comes back as ${forms[0]}, an object as ${forms[1]}.`);
	}

	private async add(target: string, content: object): Promise<string> {
		const { jobId } = this;
		const response = await this.look.client.call({
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
	private async texts(): Promise<Found> {
		const { look, jobId } = this;
		const inline = { [INLINE_TEXTS]: TEXTS };
		let stored: object | undefined;
		const refused = await refusalOf(look, async () => {
			const { sourceContentId } = await createSourceContent(look.client, jobId, TEXTS);
			stored = { sourcecontentId: sourceContentId };
		});
		if (refused) look.observed.preset.refuses.sourceContent = refused;
		if (stored) await this.add('fr-fr', stored);
		let isTaken = false;
		const without = stored ? 'they are stored first' : 'send files';
		const found = await tryOut(look, 'inlineContent', without, async () => {
			const request = await getRequest(look.client, jobId, await this.add('de-de', inline));
			return (isTaken = Boolean(inlineTexts(request) ?? request.sourceContentId));
		});
		if (this.requestIds.length === 1) await this.add('es-es', stored ?? inline);
		return stored || isTaken ? found : wrong('Texts cannot be sent.', 'Send files.');
	}

	private async patchRequests(): Promise<Found> {
		const { look, jobId, requestIds } = this;
		if (requestIds.length === 0) return unknown('There are no requests.');
		const { without } = GUESSES.patchRequests;
		return await tryOut(look, 'patchRequests', without, async () => {
			const response = await look.client.call({
				method: 'PATCH',
				path: PATHS.requests(jobId),
				body: { requestIds, sourceNativeId: SOURCE_ID },
				expects: EXPECTED.requests(jobId),
			});
			return readRequests(response, jobId).every(
				({ sourceNativeId }) => sourceNativeId === SOURCE_ID,
			);
		});
	}

	private async deleted(): Promise<Found> {
		try {
			this.jobId ||= await this.find();
			if (this.jobId) await deleteJob(this.look.unlimited, this.jobId);
			return ok(this.jobId ? 'It was deleted.' : 'None was created.');
		} catch {
			return wrong('It may still be there.', 'Delete it.', [this.jobId].filter(Boolean));
		}
	}

	/** If the answer to its creation was lost. A new job is on the first page, or soon after. */
	private async find(): Promise<string> {
		let left = MAX_PAGES;
		for await (const jobs of listJobsByPage(this.look.unlimited, { orderBy: NEWEST_CREATED })) {
			const found = jobs.find(({ jobName = '' }) => sameName(jobName, this.jobName));
			if (found) return found.jobId;
			if ((left -= 1) === 0) throw new OperationFailed('The list of jobs is too long');
		}
		return '';
	}
}

/** What can be seen only by writing. Nothing, unless a test job is allowed. */
export const TEST_JOB: readonly Check[] = Object.entries(STEPS).map(([step, name]) => ({
	name,
	run: async (look: Look) => {
		if (!look.settings.tryWithTestJob) return undefined;
		const results = await look.once('test job', async () => await new TestJob(look).run());
		return results[step];
	},
}));
