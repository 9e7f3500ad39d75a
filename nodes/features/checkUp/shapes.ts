import { isMarkedArchived } from '../../api/archive';
import { getJob } from '../../api/jobs';
import { getRequest } from '../../api/requests';
import { readJob } from '../../api/resources';
import { EXPECTED } from '../../api/responses';
import { PATHS } from '../../api/wire';
import { OperationFailed } from '../../core/errors';
import { asError } from '../../http/errors';
import { eachPage, readNext, toArray } from '../../http/pages';
import { serverMs } from '../../rules/dates';
import { readDocumentedQuotas } from '../../rules/quotas';
import { isErrorStatus, KNOWN_REQUEST_STATUSES, LISTED_STATUSES } from '../../rules/statuses';
import { attention, type Found, ok, wrong } from './finding';
import type { Check, Look } from './look';
import { callOf, firstEntries, firstPage, LIST_NAMES } from './reads';
import { get, jobsOf, sampleOf, tooLittle, tryOut } from './supports';

/** A second page of each list that has one. */
async function seePages(look: Look): Promise<Found> {
	const { client, observed } = look;
	const goOn = () => observed.emptyPages > 0 || observed.nextForm === 'again';
	let form = '';
	try {
		for (const name of LIST_NAMES) {
			const from = readNext(await firstPage(look, name).catch(() => undefined));
			if (!from) continue;
			form = 'href' in from ? 'A link' : `The token ${from.parameter}`;
			await toArray(eachPage(client, callOf(name), { from, goOn }));
		}
	} catch (error) {
		if (!(error instanceof OperationFailed)) throw asError(error);
		return wrong(`${form} leads to the next page. ${error.message}.`, error.description);
	}
	return form ? ok(`${form} leads to the next page.`) : tooLittle();
}

async function seeStatuses(look: Look): Promise<Found> {
	const all = [...(await jobsOf(look)), ...(await sampleOf(look)).requests];
	if (all.length === 0) return tooLittle();
	const strange = [...new Set(all.map(({ statusCode }) => statusCode))].filter(
		(status) =>
			![...LISTED_STATUSES, ...KNOWN_REQUEST_STATUSES].includes(status) && !isErrorStatus(status),
	);
	const field = all.some((each) => 'status' in each) ? 'status' : 'statusCode';
	return strange.length > 0
		? attention(
				`${strange.length} in ${field} are in no description. They count as in progress.`,
				`Please report ${strange.join(', ')}.`,
			)
		: ok(`Those of ${all.length} jobs and requests, in ${field}, are known.`);
}

async function seeQuota(look: Look): Promise<Found> {
	const without = 'those of the specification are used';
	return await tryOut(look, 'quota', without, async () => {
		const quota = await firstPage(look, 'quota');
		const { length } = Object.keys(readDocumentedQuotas(quota));
		const finding = `${length} limits can be read, from ${Array.isArray(quota) ? 'a list' : 'an object'}.`;
		return length > 0
			? ok(finding)
			: attention(`${finding} Instead, ${without}.`, 'Please send the report.');
	});
}

async function seeArchived(look: Look): Promise<Found> {
	const without = 'only a job itself shows that it is archived';
	return await tryOut(look, 'archivedJobs', without, async () => {
		const jobs = (await firstEntries(look, 'archivedJobs')).map(readJob);
		const { length } = jobs.filter(isMarkedArchived);
		return jobs.length > 0
			? ok(`${jobs.length} on the first page, ${length} of them marked as archived.`)
			: undefined;
	});
}

/** What lists show against what a job and a request show themselves, and when a job changes. */
async function seeRecords(look: Look): Promise<Found> {
	const { jobId, requests, ready } = await sampleOf(look);
	const [first] = requests;
	const [text] = ready.filter(({ fileName }) => !fileName);
	if (!first) return tooLittle();
	const { createdDate, modifiedDate } = await getJob(look.client, jobId);
	await getRequest(look.client, jobId, first.requestId);
	const changed = Math.max(...ready.map((request) => serverMs(request.modifiedDate) ?? 0));
	if (changed > (serverMs(createdDate) ?? Infinity))
		look.observed.preset.jobDatesMoveWithRequests = changed <= (serverMs(modifiedDate) ?? 0);
	if (text)
		await get(look, PATHS.retrieveContent(jobId, text.requestId), EXPECTED.translatedContent);
	return ok(`A job and a request were read${text ? ', and a translation' : ''}.`);
}

/** What the nodes read in more than one way. The letters are those of docs/internals/wire-contract.md. */
export const SHAPES: readonly Check[] = [
	{ name: 'Page shape (S)', run: seePages },
	{ name: 'Status spelling (B)', run: seeStatuses },
	{ name: 'Quota shape (E)', run: seeQuota },
	{ name: 'Archived list (S)', run: seeArchived },
	{ name: 'Single records (C)', run: seeRecords },
];
