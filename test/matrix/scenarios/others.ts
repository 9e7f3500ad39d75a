import { isDeepStrictEqual } from 'node:util';

import { CONNECTOR } from '../../sandbox/caller';
import { byId } from '../../support/harness';
import { operation } from '../support/scenario';
import { filledJob, TEXTS } from '../support/service';
import type { Stage } from '../support/stage';

async function aListener({ service }: Stage): Promise<string> {
	const { body } = await service.call('POST', '/statusupdates/listeners', {
		uri: 'https://example.com/hook',
		type: 'JOB_STATUS_UPDATED',
		statusCodes: ['CANCELLED'],
		acknowledgeStatusUpdate: true,
	});
	return String(body.listenerId);
}

async function contentOf({ sandbox }: Stage, jobId: string): Promise<string> {
	const { jobs } = await sandbox.snapshot();
	return jobs.find((job) => job.jobId === jobId)!.contents[0]!.sourcecontentId;
}

export const sourceContent = {
	create: operation(async ({ service }) => ({
		parameters: { jobId: byId(await service.createJob()), ...TEXTS },
	})),
	get: operation(async (stage) => {
		const { jobId } = await filledJob(stage);
		return { parameters: { jobId: byId(jobId), sourceContentId: await contentOf(stage, jobId) } };
	}),
	update: operation(async (stage) => {
		const { jobId } = await filledJob(stage);
		return {
			parameters: {
				jobId: byId(jobId),
				sourceContentId: await contentOf(stage, jobId),
				content: { pair: [{ key: 'title', value: 'Changed' }] },
			},
		};
	}),
};

export const statusUpdate = {
	getAll: operation(async ({ sandbox }) => {
		await sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		return { parameters: { returnAll: true } };
	}),
	acknowledge: operation(async ({ sandbox }) => {
		await sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const updates = await sandbox.updates();
		return { parameters: { updateIds: updates[0]!.updateId } };
	}),
};

export const provider = {
	get: operation(() => ({ parameters: { providerId: byId('european') } })),
	getAll: operation(() => ({ parameters: { returnAll: true } })),
	setStatus: operation(() => ({ parameters: { providerId: byId('pseudo'), status: 'DISABLED' } })),
};

export const listener = {
	create: operation(() => ({
		parameters: {
			uri: 'https://example.com/hook',
			type: 'JOB_STATUS_UPDATED',
			statusCodes: ['CANCELLED'],
		},
	})),
	get: operation(async (stage) => ({ parameters: { listenerId: byId(await aListener(stage)) } })),
	getAll: operation(async (stage) => {
		await aListener(stage);
		return { parameters: { returnAll: true } };
	}),
	update: operation(async (stage) => ({
		parameters: { listenerId: byId(await aListener(stage)), updateFields: { disabled: true } },
	})),
	delete: operation(async (stage) => ({
		parameters: { listenerId: byId(await aListener(stage)) },
	})),
};

export const language = {
	getAll: operation(() => ({})),
	resolve: operation(() => ({ parameters: { language: 'en_US' } })),
};

export const quota = {
	// Numbers under unknown names may be quotas.
	get: operation(() => ({}), { passesOn: /quota · .*two unknown lists/ }),
};

type Findings = Array<{ json: { check: string; verdict: string; finding: string } }>;

/** They tell how the calls went, so they may differ between two good runs. */
const ABOUT_CALLS = ['Token', 'Clock', 'Rate'];
/** They tell how each response looks, so an odd one changes them. They end in a letter. */
const OF_A_GUESS = / \([A-ES]\)$/;
/** Without a token or an answer, it says only that. */
const isUnreachable = ([first, second]: Findings) =>
	first?.json.check === 'Connection' && first.json.verdict === 'wrong' && !second;

export const connection = {
	checkUp: operation(
		async (stage) => {
			await aListener(stage);
			await filledJob(stage);
			await stage.sandbox.seed({ jobs: 2, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
			await stage.sandbox.seed({ jobs: 1, status: 'COMPLETED' });
			return { parameters: { simplify: false } };
		},
		{
			// What is more urgent comes first, so their order shows nothing more.
			essential: (output) =>
				(output as Findings)
					.filter(({ json: { check } }) => !ABOUT_CALLS.includes(check) && !OF_A_GUESS.test(check))
					.sort((one, other) => one.json.check.localeCompare(other.json.check)),
			// The path of the archive looks like that of a job. Nothing confirms or denies its 404.
			mayFail: /^GET \/v2\/jobs\/\* · an empty 404/,
			// What could not be seen says so, and the other findings are the same.
			isNamedPart: (output, right) =>
				isUnreachable(output as Findings) ||
				((output as Findings).length === (right as Findings).length &&
					(output as Findings).every(
						({ json }, index) =>
							json.verdict === 'unknown' ||
							// It tells which reads failed.
							json.check === 'Reads' ||
							// A guess may well be answered so.
							json.finding.startsWith('Refused (HTTP 404)') ||
							isDeepStrictEqual(
								{ ...json, finding: json.finding.replace(', not at the rest of the list', '') },
								(right as Findings)[index]!.json,
							),
					)),
		},
	),
};

const passesOn = { passesOn: /\/v2\/.* (answered|an odd entry)/ };

export const apiCall = {
	request: operation(() => ({ parameters: { method: 'GET', path: '/quota' } }), passesOn),
	'request, paginated': operation(async ({ sandbox }) => {
		await sandbox.seed({ jobs: 3 });
		return {
			parameters: {
				method: 'GET',
				path: '/jobs',
				paginate: true,
				returnAll: true,
				options: { collection: 'jobs' },
			},
		};
	}, passesOn),
	'request, a change': operation(
		() => ({
			parameters: { method: 'PATCH', path: '/providers/pseudo', body: '{"status":"DISABLED"}' },
		}),
		passesOn,
	),
	'request, something new': operation(
		() => ({
			parameters: {
				method: 'POST',
				path: '/jobs',
				body: JSON.stringify({ jobName: 'Called', ...CONNECTOR }),
			},
		}),
		{ ...passesOn, mayFail: /^POST \/v2/ },
	),
};
