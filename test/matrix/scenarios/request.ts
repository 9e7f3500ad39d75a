import { byId } from '../../support/harness';
import { operation } from '../support/scenario';
import {
	deliveredJob,
	fileItem,
	filledJob,
	jobWithFile,
	LANGUAGES,
	TEXTS,
} from '../support/service';

/** The service refuses a decision with a message instead of the requests. */
const REFUSABLE = { mayFail: /not done, and answered 200 with {"message"/ };

export const request = {
	addFile: operation(async ({ service }) => ({
		parameters: {
			jobId: byId(await service.createJob()),
			fileFrom: 'binary',
			requestName: 'R&D file',
			...LANGUAGES,
		},
		input: [fileItem()],
	})),
	'addFile, uploaded before': operation(async (stage) => {
		const { jobId, fmsFileId } = await jobWithFile(stage);
		return {
			parameters: {
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId,
				requestName: 'R&D file',
				...LANGUAGES,
			},
		};
	}),
	addContent: operation(async ({ service }) => ({
		parameters: {
			jobId: byId(await service.createJob()),
			requestName: 'R&D texts',
			...LANGUAGES,
			...TEXTS,
		},
	})),
	get: operation(async (stage) => {
		const { jobId, requestIds } = await filledJob(stage);
		return { parameters: { jobId: byId(jobId), requestId: byId(requestIds[0]!) } };
	}),
	getAll: operation(async ({ sandbox }) => {
		const { jobIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		return { parameters: { jobId: byId(jobIds[0]!), returnAll: true, simplify: false } };
	}),
	'getAll, by id': operation(async ({ sandbox }) => {
		const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3 });
		return {
			parameters: {
				jobId: byId(jobIds[0]!),
				returnAll: true,
				filters: { requestIds: requestIds.slice(1).join() },
			},
		};
	}),
	getContent: operation(
		async (stage) => {
			const { jobId, requestIds } = await deliveredJob(stage);
			return { parameters: { jobId: byId(jobId), requestId: byId(requestIds[1]!) } };
		},
		// An unknown form is shown as it is.
		{ passesOn: /retrieve · .*two unknown lists/ },
	),
	update: operation(async (stage) => {
		const { jobId, requestIds } = await filledJob(stage);
		return {
			parameters: {
				jobId: byId(jobId),
				requestId: byId(requestIds[0]!),
				updateFields: { requestName: 'Renamed' },
			},
		};
	}),
	updateMany: operation(async (stage) => {
		const { jobId, requestIds } = await filledJob(stage);
		return {
			parameters: {
				jobId: byId(jobId),
				requestIds: byId(requestIds.join()),
				updateFields: { requestName: 'Renamed' },
			},
		};
	}),
	approve: operation(async (stage) => {
		const { jobId, requestIds } = await deliveredJob(stage);
		return { parameters: { jobId: byId(jobId), requestIds: byId(requestIds.join()) } };
	}, REFUSABLE),
	reject: operation(async (stage) => {
		const { jobId, requestIds } = await deliveredJob(stage);
		return {
			parameters: { jobId: byId(jobId), requestIds: byId(requestIds.join()), note: 'Too long' },
		};
	}, REFUSABLE),
	delete: operation(async (stage) => {
		const { jobId, requestIds } = await filledJob(stage);
		return { parameters: { jobId: byId(jobId), requestId: byId(requestIds[0]!) } };
	}),
};
