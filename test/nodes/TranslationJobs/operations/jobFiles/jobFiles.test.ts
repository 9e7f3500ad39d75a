import { byId, useHarness } from '../../../../support/harness';
import { createJob, runOnWire, uploadFile } from '../../support';

/** Support assets and translation memory updates: uploaded files that go with a job. */
describe('files that go with a job', () => {
	const harness = useHarness();
	let jobId: string;

	beforeEach(async () => {
		jobId = await createJob(harness);
	});

	const upload = async () => await uploadFile(harness, jobId, 'guide.txt');

	describe('support assets', () => {
		const on = (operation: string, parameters: object = {}) =>
			({
				resource: 'supportAsset',
				operation,
				jobId: byId(jobId),
				fileFrom: 'id',
				...parameters,
			}) as never;

		it('are added, read, listed and deleted', async () => {
			const fmsFileId = await upload();
			const additionalFields = {
				description: 'Guide',
				sourceNativeIds: 'a, b',
				sourceLanguage: '={{ "en_US" }}',
				targetLanguages: '={{ ["de_DE"] }}',
				extendedMetadata: '{"x":1}',
			};
			const added = await runOnWire(harness, on('add', { fmsFileId, additionalFields }));
			expect(added.lines).toEqual([`POST /jobs/${jobId}/supportassets`]);
			expect(added.changes[0]!.body).toEqual({
				fmsFileId,
				description: 'Guide',
				sourceNativeIds: ['a', 'b'],
				sourceNativeLanguageCode: 'en-us',
				targetNativeLanguageCodes: ['de-de'],
				extendedMetadata: { x: 1 },
			});
			const supportAssetId = String(added.json[0]!.supportassetId);
			const read = await runOnWire(harness, on('get', { supportAssetId }));
			expect(read.lines).toEqual([`GET /jobs/${jobId}/supportassets/${supportAssetId}`]);
			expect(read.json[0]).toMatchObject({ supportassetId: supportAssetId, description: 'Guide' });
			const listed = await runOnWire(harness, on('getAll'));
			expect(listed.lines).toEqual([`GET /jobs/${jobId}/supportassets`]);
			expect(listed.json).toEqual([expect.objectContaining({ supportassetId: supportAssetId })]);
			const deleted = await runOnWire(harness, on('delete', { supportAssetId }));
			expect(deleted.lines).toEqual([`DELETE /jobs/${jobId}/supportassets/${supportAssetId}`]);
			expect(deleted.json[0]).toMatchObject({ supportassetId: supportAssetId, deleted: true });
			expect(await harness.json(on('getAll'))).toEqual([]);
		});

		it('are added once when the answer is lost and their description comes back changed', async () => {
			const fmsFileId = await upload();
			await harness.sandbox.configure({ nameForm: 'escaped' });
			await harness.sandbox.fault({ method: 'POST', path: 'supportassets$', dropAfter: true });
			const additionalFields = { description: 'R&D' };
			expect(await harness.json(on('add', { fmsFileId, additionalFields }))).toHaveLength(1);
			expect(await harness.json(on('getAll'))).toHaveLength(1);
		});

		it('are never added twice where the list does not show their file', async () => {
			const fmsFileId = await upload();
			await harness.sandbox.configure({ contentIdsInLists: false });
			await harness.sandbox.fault({ method: 'POST', path: 'supportassets$', dropAfter: true });
			const { error } = await harness.run(on('add', { fmsFileId }));
			expect(error?.description).toContain('The call may have taken effect');
			expect(await harness.json(on('getAll'))).toHaveLength(1);
		});

		it('are added once when the answer is lost', async () => {
			const fmsFileId = await upload();
			await harness.sandbox.fault({ method: 'POST', path: 'supportassets$', dropAfter: true });
			expect(await harness.json(on('add', { fmsFileId }))).toEqual([
				expect.objectContaining({ fmsFileId }),
			]);
			expect(
				(await harness.json(on('getAll'))).filter((asset) => asset.fmsFileId === fmsFileId),
			).toHaveLength(1);
		});

		it('of one file are told apart when an answer is lost', async () => {
			const fmsFileId = await upload();
			const input = ['Guide', '', 'Guide'].map((description) => ({ json: { description } }));
			await harness.json(
				on('add', { fmsFileId, additionalFields: { description: 'From before' } }),
			);
			await harness.sandbox.fault({
				method: 'POST',
				path: 'supportassets$',
				skip: 1,
				times: 2,
				dropAfter: true,
			});

			const added = await harness.json(
				on('add', { fmsFileId, additionalFields: { description: '={{ $json.description }}' } }),
				{ input },
			);

			expect(added.map(({ description }) => description)).toEqual(['Guide', undefined, 'Guide']);
			expect(new Set(added.map(({ supportassetId }) => supportassetId)).size).toBe(3);
			expect(
				(await harness.json(on('getAll'))).filter((asset) => asset.fmsFileId === fmsFileId),
			).toHaveLength(4);
		});

		it('refuse an unknown language before anything is sent', async () => {
			const { error, calls } = await runOnWire(
				harness,
				on('add', { fmsFileId: 'x', additionalFields: { targetLanguages: '={{ ["xx-XX"] }}' } }),
			);
			expect(error?.message).toContain('"xx-XX" is not an accepted language code');
			expect(calls).toEqual([]);
		});
	});

	describe('translation memory updates', () => {
		const on = (operation: string, parameters: object = {}) =>
			({
				resource: 'translationMemory',
				operation,
				jobId: byId(jobId),
				fileFrom: 'id',
				...parameters,
			}) as never;
		const languages = { sourceLanguage: '={{ "en_US" }}', targetLanguage: '={{ "nb" }}' };

		it.each(['spec', 'hal'] as const)(
			'are added, read and listed with pages of the shape %s',
			async (pageShape) => {
				await harness.sandbox.configure({ pageShape });
				const fmsFileId = await upload();
				const added = await runOnWire(harness, on('add', { fmsFileId, ...languages }));
				expect(added.lines).toEqual([`POST /jobs/${jobId}/tmupdates`]);
				expect(added.calls[0]!.body).toEqual({
					fmsFileId,
					sourceNativeLanguageCode: 'en-us',
					targetNativeLanguageCode: 'nb-NO',
				});
				const tmUpdateId = String(added.json[0]!.tmupdateId);
				const read = await runOnWire(harness, on('get', { tmUpdateId }));
				expect(read.lines).toEqual([`GET /jobs/${jobId}/tmupdates/${tmUpdateId}`]);
				const listed = await runOnWire(harness, on('getAll', { returnAll: true }));
				expect(listed.lines).toEqual([`GET /jobs/${jobId}/tmupdates`]);
				expect(listed.json.map(({ tmupdateId }) => tmupdateId)).toContain(tmUpdateId);
			},
		);

		it('are added once when the answer is lost', async () => {
			const fmsFileId = await upload();
			await harness.sandbox.fault({ method: 'POST', path: 'tmupdates$', dropAfter: true });
			expect(await harness.json(on('add', { fmsFileId, ...languages }))).toHaveLength(1);
			expect(
				(await harness.json(on('getAll'))).filter((update) => update.fmsFileId === fmsFileId),
			).toHaveLength(1);
		});

		it('of one file in several languages are told apart when an answer is lost', async () => {
			const fmsFileId = await upload();
			const input = ['nb', 'de-de', 'fr-fr'].map((language) => ({ json: { language } }));
			await harness.sandbox.fault({ method: 'POST', path: 'tmupdates$', skip: 1, dropAfter: true });

			const added = await harness.json(
				on('add', { fmsFileId, ...languages, targetLanguage: '={{ $json.language }}' }),
				{ input },
			);

			expect(added.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
				'nb-NO',
				'de-de',
				'fr-fr',
			]);
			expect(
				(await harness.json(on('getAll', { returnAll: true }))).filter(
					(update) => update.fmsFileId === fmsFileId,
				),
			).toHaveLength(3);
		});

		it('need a target language before anything is sent', async () => {
			const { error, calls } = await runOnWire(
				harness,
				on('add', { fmsFileId: 'x', ...languages, targetLanguage: '={{ null }}' }),
			);
			expect(error?.message).toBe('Target Language is empty');
			expect(calls).toEqual([]);
		});
	});
});
