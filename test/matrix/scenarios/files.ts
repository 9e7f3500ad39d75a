import { byId } from '../../support/harness';
import { operation } from '../support/scenario';
import { deliveredJob, fileItem, jobWithFile } from '../support/service';
import type { Stage } from '../support/stage';

async function jobWithAsset(stage: Stage): Promise<{ jobId: string; supportAssetId: string }> {
	const { jobId, fmsFileId } = await jobWithFile(stage);
	const { body } = await stage.service.call('POST', `/jobs/${jobId}/supportassets`, {
		fmsFileId,
		description: 'Glossary',
	});
	return { jobId, supportAssetId: String(body.supportassetId) };
}

async function jobWithMemories(stage: Stage): Promise<{ jobId: string; tmUpdateIds: string[] }> {
	const { jobId, fmsFileId } = await jobWithFile(stage);
	const tmUpdateIds: string[] = [];
	for (const targetNativeLanguageCode of ['de-de', 'fr-fr', 'es-es']) {
		const { body } = await stage.service.call('POST', `/jobs/${jobId}/tmupdates`, {
			fmsFileId,
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCode,
		});
		tmUpdateIds.push(String(body.tmupdateId));
	}
	return { jobId, tmUpdateIds };
}

/** A replaced text of the announced length and name cannot be told from the real one. */
export const passesOn =
	/(fms\/download|sourcefiles)\/\* · done, and answered with (\{|null|two unknown lists)/;

export const file = {
	upload: operation(async ({ service }) => ({
		parameters: { jobId: byId(await service.createJob()) },
		input: [fileItem()],
	})),
	'upload, resumable': operation(
		async ({ service }) => ({
			parameters: { jobId: byId(await service.createJob()), uploadMode: 'resumable' },
			input: [fileItem('large.txt', 'Hello world. '.repeat(2_000))],
		}),
		// The nodes do not ask a file host with another protocol again.
		{ mayFail: /not done, and answered 200|broken JSON/ },
	),
	downloadTranslation: operation(
		async (stage) => {
			const { jobId, requestIds } = await deliveredJob(stage);
			return { parameters: { jobId: byId(jobId), requestId: byId(requestIds[0]!) } };
		},
		{ passesOn },
	),
	'downloadTranslation, of texts': operation(async (stage) => {
		const { jobId, requestIds } = await deliveredJob(stage);
		return { parameters: { jobId: byId(jobId), requestId: byId(requestIds[1]!) } };
	}),
	downloadSource: operation(
		async (stage) => {
			const { jobId, fmsFileId } = await jobWithFile(stage);
			return { parameters: { jobId: byId(jobId), fmsFileId } };
		},
		{ passesOn },
	),
};

export const supportAsset = {
	add: operation(async ({ service }) => ({
		parameters: { jobId: byId(await service.createJob()), fileFrom: 'binary' },
		input: [fileItem()],
	})),
	'add, uploaded before': operation(async (stage) => {
		const { jobId, fmsFileId } = await jobWithFile(stage);
		return { parameters: { jobId: byId(jobId), fileFrom: 'id', fmsFileId } };
	}),
	get: operation(async (stage) => {
		const { jobId, supportAssetId } = await jobWithAsset(stage);
		return { parameters: { jobId: byId(jobId), supportAssetId } };
	}),
	getAll: operation(async (stage) => ({
		parameters: { jobId: byId((await jobWithAsset(stage)).jobId), returnAll: true },
	})),
	delete: operation(
		async (stage) => {
			const { jobId, supportAssetId } = await jobWithAsset(stage);
			return { parameters: { jobId: byId(jobId), supportAssetId } };
		},
		// A deleted file can no longer be read.
		{
			essential: (output) =>
				(output as Array<{ json: { supportassetId: string } }>).map(
					({ json }) => json.supportassetId,
				),
		},
	),
};

export const translationMemory = {
	add: operation(async (stage) => {
		const { jobId, fmsFileId } = await jobWithFile(stage);
		return {
			parameters: {
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId,
				sourceLanguage: 'en-us',
				targetLanguage: 'de-de',
			},
		};
	}),
	get: operation(async (stage) => {
		const { jobId, tmUpdateIds } = await jobWithMemories(stage);
		return { parameters: { jobId: byId(jobId), tmUpdateId: tmUpdateIds[1]! } };
	}),
	getAll: operation(async (stage) => ({
		parameters: { jobId: byId((await jobWithMemories(stage)).jobId), returnAll: true },
	})),
};
