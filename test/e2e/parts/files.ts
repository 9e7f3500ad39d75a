import type { Environment } from '../environment';
import { expectedHash, FileServer, hashOf } from '../fileServer';
import { watchMemory } from '../memoryWatch';
import { eventually } from '../eventually';
import { byId, manualWorkflow, output, START, translationJobs } from '../workflows';

const MEBIBYTES = 100;
const MIB = 1 << 20;

export function files(environment: Environment): void {
	let server: FileServer;
	beforeAll(async () => {
		server = await FileServer.start();
	});
	afterAll(async () => await server?.stop());

	test(
		`${MEBIBYTES} MiB go up and come back without being held in memory`,
		async () => {
			const { workbench, sandbox } = environment;
			const { rest, n8n } = workbench;
			const run = async (id: string) => await rest.finished(await rest.run(id, START), 120_000);
			const job = byId('={{ $("Create").item.json.jobId }}');
			const send = (mebibytes: number) =>
				manualWorkflow(
					`Send ${mebibytes} MiB`,
					translationJobs('Create', 'job', 'create', { jobName: `${mebibytes} MiB` }),
					{ name: 'Fetch', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url: `${server.url}/?mebibytes=${mebibytes}`, options: { response: { response: { responseFormat: 'file' } } } } },
					translationJobs('Upload', 'file', 'upload', { jobId: job }),
					translationJobs('Add', 'request', 'addFile', {
						jobId: job,
						fmsFileId: '={{ $json.fmsFileId }}',
						requestName: 'large.bin',
						sourceNativeId: 'large',
						sourceLanguage: 'en-us',
						targetLanguages: ['de-de'],
					}),
					translationJobs('Submit', 'job', 'submit', { jobId: job, providerId: byId('pseudo') }),
				);

			// What the first run of anything costs (code, connections, caches) is not what is measured.
			output(await run((await workbench.importWorkflow(send(1))).id), 'Submit');

			const large = await workbench.importWorkflow(send(MEBIBYTES));
			const up = await watchMemory(n8n, async () => await run(large.id));
			const jobId = output(up.result, 'Submit')[0]?.json.jobId as string;
			const request = await eventually(async () => (await sandbox.requests(jobId)).find(({ status }) => status === 'REVIEW_TRANSLATION'));

			const collect = await workbench.importWorkflow(
				manualWorkflow('Collect', translationJobs('Download', 'file', 'downloadTranslation', { jobId: byId(jobId), requestId: byId(request.requestId) })),
			);
			const down = await watchMemory(n8n, async () => await run(collect.id));
			const binary = output(down.result, 'Download')[0]?.binary?.data;

			console.log(`${MEBIBYTES} MiB through n8n: memory grew by ${Math.round(up.growth / MIB)} MiB at most on the way up and ${Math.round(down.growth / MIB)} MiB on the way down`);
			expect(await hashOf(await rest.binary(binary?.id ?? ''))).toBe(expectedHash(MEBIBYTES));
			expect(up.growth).toBeLessThan(MEBIBYTES * MIB);
			expect(down.growth).toBeLessThan(MEBIBYTES * MIB);
		},
		180_000,
	);
}
