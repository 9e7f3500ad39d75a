import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { OperationFailed } from '../../items/operationFailed';
import { sameName } from '../../rules/names';
import { asError } from '../../transport/pipeline/errors';
import { filterTime } from '../jobs/jobFilter';
import { createJob, deleteJob, listJobsByPage, patchJob } from '../jobs/jobs';
import { inlineTexts } from '../requests/inlineTexts';
import { readRequests as readAll } from '../requests/requests';
import { readRequest } from '../resources';
import { EXPECTED } from '../responses';
import { createSourceContent } from '../sourceContent';
import { GUESSES, INLINE_TEXTS, NEWEST_CREATED, PATHS } from '../wire';
import { attention, type Found, ok, TEST_JOB_LABEL, unknown, wrong } from './finding';
import type { Check, Look } from './look';
import { get, noteLabels, readRequests, refusalOf, tryOut } from './supports';

/** What services change in a name: an ampersand, two spaces, a letter in two parts. */
const NAME = 'Check-Up test job, can be deleted  & te\u0301st';
const TEXTS = [{ key: 'check', value: 'up' }];
const AN_HOUR_MS = 3_600_000;
const MAX_PAGES = 20;

const STEPS = {
	labels: 'Labels of a job (S)',
	customData: '`customData` (D)',
	texts: 'Texts of a request (E)',
	patchRequests: `${GUESSES.patchRequests.sent} (E)`,
	deleted: 'Test job',
};
type Results = Partial<Record<keyof typeof STEPS, () => Found>>;

/** A job with two requests that is never submitted, and deleted whatever happens. */
class TestJob {
	readonly results: Results = {};
	private readonly jobName = `${NAME} ${randomUUID().slice(0, 8)}`;
	private jobId = '';
	private mayExist = false;
	private readonly requestIds: string[] = [];

	constructor(private readonly look: Look) {}

	async run(): Promise<Results> {
		try {
			await this.step('customData', async () => await this.create());
			if (this.jobId) {
				await this.step('labels', async () => await this.seeLabels());
				await this.step('texts', async () => await this.addTexts());
				await this.step('patchRequests', async () => await this.patch());
			}
		} finally {
			await this.step('deleted', async () => await this.remove());
		}
		return this.results;
	}

	private async step(name: keyof Results, run: () => Promise<Found>): Promise<void> {
		try {
			const found = await run();
			this.results[name] = () => found;
		} catch (error) {
			this.results[name] = () => {
				throw asError(error);
			};
		}
	}

	private async create(): Promise<Found> {
		const { look, jobName } = this;
		// Cancelling must not leave open whether there is a job.
		const client = look.client.beyondCancel();
		const fields = { jobName, labels: [TEST_JOB_LABEL] };
		const make = async (more: object) => {
			this.mayExist = true;
			this.jobId = (await createJob(client, { ...fields, ...more })).jobId;
		};
		const refused = await refusalOf(look, async () => await make({ customData: { check: 'up' } }));
		if (refused) await make({});
		if (refused) look.observed.noteRefusal('customData', refused);
		const { jobName: shown, customData, connectorVersion } = await this.read();
		look.observed.note({
			nameForm: nameForm(jobName, String(shown)),
			honourConnectorVersion: connectorVersion !== undefined,
			honourCustomData: refused ? undefined : customData !== undefined,
		});
		if (customData !== undefined) return ok('Honoured.');
		return attention(
			refused ? `Refused (HTTP ${refused}).` : 'Ignored.',
			'Leave Custom Data empty.',
		);
	}

	private async read(): Promise<IDataObject> {
		return await get(this.look, PATHS.job(this.jobId), EXPECTED.job(this.jobId));
	}

	private async seeLabels(): Promise<Found> {
		const { look, jobId } = this;
		const { labels } = await this.read();
		const pages = listJobsByPage(look.client, { orderBy: NEWEST_CREATED });
		for await (const jobs of pages) {
			noteLabels(
				look,
				jobs.find((job) => job.jobId === jobId),
				{ labels },
			);
			break;
		}
		if (!labels) {
			look.observed.note({ labelsShown: 'nowhere' });
			return attention(
				'Labels do not come back.',
				'A second run may not find the jobs of the first one.',
			);
		}
		await patchJob(look.client, jobId, { labels: { [TEST_JOB_LABEL]: '1' } });
		const { labels: changed } = await this.read();
		const shape = !Array.isArray(labels) ? 'object' : Array.isArray(changed) ? 'list' : 'asSent';
		look.observed.note({ labelsShape: shape });
		return ok(`They come back as ${shape}.`);
	}

	private async add(target: string, content: object): Promise<string> {
		const { look, jobId } = this;
		const answer = await look.client.call({
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
		const [{ requestId } = { requestId: '' }] = readAll(answer, jobId);
		this.requestIds.push(requestId);
		return requestId;
	}

	/** One request with stored texts, one with texts of its own; two alike if one way is refused. */
	private async addTexts(): Promise<Found> {
		const { look, jobId } = this;
		const inline = { [INLINE_TEXTS]: TEXTS };
		let stored: object | undefined;
		const refused = await refusalOf(look, async () => {
			const { sourceContentId } = await createSourceContent(look.client, jobId, TEXTS);
			stored = { sourcecontentId: sourceContentId };
		});
		if (refused) look.observed.noteRefusal('sourceContent', refused);
		if (stored) await this.add('fr-fr', stored);
		const without = stored ? 'they are stored first' : 'send files';
		const found = await tryOut(
			look,
			{ guess: 'inlineContent', honour: 'honourInlineContent', without },
			async () => {
				const id = await this.add('de-de', inline);
				const request = readRequest(
					await get(look, PATHS.request(jobId, id), EXPECTED.request(jobId, id)),
				);
				return inlineTexts(request) !== undefined || request.sourceContentId !== undefined;
			},
		);
		const isTaken = look.observed.shapes.honourInlineContent === true;
		if (this.requestIds.length === 1) await this.add('es-es', stored ?? inline);
		return stored || isTaken
			? found
			: wrong(`Texts cannot be sent. ${found.finding}`, 'Send files.');
	}

	private async patch(): Promise<Found> {
		const { look, jobId, requestIds } = this;
		const sourceNativeId = 'check-up';
		const { without } = GUESSES.patchRequests;
		return await tryOut(look, { guess: 'patchRequests', without }, async () => {
			if (requestIds.length < 2) return unknown('There are no requests.');
			await look.client.call({
				method: 'PATCH',
				path: PATHS.requests(jobId),
				body: { requestIds, sourceNativeId },
				expects: EXPECTED.requests(jobId),
			});
			const requests = await readRequests(look, jobId);
			return requests.every((raw) => raw.sourceNativeId === sourceNativeId);
		});
	}

	private async remove(): Promise<Found> {
		const { unlimited } = this.look;
		if (!this.mayExist) return ok('None was created.');
		try {
			this.jobId ||= await this.find();
			if (this.jobId) await deleteJob(unlimited, this.jobId);
			return ok(this.jobId ? 'It was deleted.' : 'None was created.');
		} catch {
			return wrong('It may still be there.', 'Delete it.', this.jobId ? [this.jobId] : []);
		}
	}

	/** The answer to its creation was lost. A new job is on the first page, or soon after. */
	private async find(): Promise<string> {
		const { unlimited, nowMs } = this.look;
		const filter = { createdAfter: filterTime(nowMs - AN_HOUR_MS, 'Created After') };
		let left = MAX_PAGES;
		for await (const jobs of listJobsByPage(unlimited, { filter, orderBy: NEWEST_CREATED })) {
			const found = jobs.find(({ jobName = '' }) => sameName(jobName, this.jobName));
			if (found) return found.jobId;
			if ((left -= 1) === 0) throw new OperationFailed('The list of jobs is too long.');
		}
		return '';
	}
}

function nameForm(sent: string, shown: string): string | undefined {
	if (shown === sent) return 'asSent';
	if (shown.includes('&amp;')) return 'escaped';
	return shown === sent.normalize('NFC') ? 'nfc' : shown.includes('  ') ? undefined : 'collapsed';
}

/** What can be seen only by writing. Nothing, unless a test job is allowed. */
export const TEST_JOB: readonly Check[] = Object.entries(STEPS).map(([step, name]) => ({
	name,
	run: async (look: Look) => {
		if (!look.settings.tryWithTestJob) return undefined;
		const results = await look.once('test job', async () => await new TestJob(look).run());
		return results[step as keyof Results]?.();
	},
}));
