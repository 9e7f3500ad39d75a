import { toItemError } from '../../itemError';
import { InvalidInput } from '../../rules/invalidInput';
import type { Client } from '../../transport/client';
import { collect } from '../../transport/pages';
import { saysArchived } from '../archive';
import { listRequests } from '../requests';
import type { Job, TranslationRequest } from '../resources';
import { compareRequests, missingTargets } from './compare';
import { findOutdated } from './fill';
import type { Piece } from './piece';
import type { JobProgress } from './progress';
import type { Run } from './run';
import type { RunMark } from './runKey';

/** Takes a job that was submitted before for the own one. An item is never passed over in silence: what the job lacks of what was to be sent, or has in another form, has failed. */
export async function adopt(client: Client, run: Run, each: JobProgress, { job, mark }: { job: Job; mark: RunMark }): Promise<void> {
	const { pieces } = each;
	const isSameContent = mark.content === run.content;
	const present = await readPresent(client, job, pieces);
	// What was sent cannot be seen any more; what its label says has to do.
	const problems = present ? await findProblems(client, job, pieces, present, isSameContent) : new Map(isSameContent ? [] : pieces.map((piece) => [piece, 'is archived and was submitted with other items']));
	const requests = new Map(pieces.filter((piece) => !problems.has(piece)).map((piece) => [piece, present?.get(piece) ?? []]));
	Object.assign(each, { job, end: 'submitted', outcome: 'alreadySent', requests, failures: new Map() });
	for (const [piece, problem] of problems) {
		const refusal = new InvalidInput(
			`Job ${job.jobId} with the same run key ${problem}`,
			'Send what is missing or has changed with another run key: a submitted job cannot be changed.',
			'Run Key',
		);
		each.failures.set(piece, toItemError(client.context.getNode(), refusal, piece.itemIndex));
	}
}

/** The requests that the job has for each piece; undefined if it cannot tell, as an archived one. */
async function readPresent(client: Client, job: Job, pieces: readonly Piece[]): Promise<Map<Piece, TranslationRequest[]> | undefined> {
	if (saysArchived(job)) return undefined;
	const { present, unclear } = compareRequests(pieces, await collect(listRequests(client, job.jobId)));
	return unclear.length === 0 ? present : undefined;
}

async function findProblems(client: Client, { jobId }: Job, pieces: readonly Piece[], present: Map<Piece, TranslationRequest[]>, isSameContent: boolean): Promise<Map<Piece, string>> {
	const outdated = isSameContent ? [] : await findOutdated(client, jobId, present);
	const problems = new Map<Piece, string>();
	for (const piece of pieces) {
		const requests = present.get(piece)!;
		if (missingTargets(piece, requests).length > 0) problems.set(piece, 'was submitted without this item or without some of its languages');
		else if (requests.some((request) => outdated.includes(request))) problems.set(piece, 'was submitted with another content of this item');
	}
	return problems;
}
