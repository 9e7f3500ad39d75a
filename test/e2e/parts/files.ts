import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { expectedHash, FileServer, hashOf } from '../fileServer';
import { downloadFile, sendFile } from '../fileWorkflows';
import { watchMemory } from '../memoryWatch';
import { output, START } from '../workflows';

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
			const run = async (id: string) => await rest.finished(await rest.run(id, START), 240_000);

			// What the first run of anything costs (code, connections, caches) is not what is measured.
			output(await run((await workbench.importWorkflow(sendFile(server.binary(1), 'small.bin'))).id), 'Submit');

			const large = await workbench.importWorkflow(sendFile(server.binary(MEBIBYTES), 'large.bin'));
			const up = await watchMemory(n8n, async () => await run(large.id));
			const jobId = output(up.result, 'Submit')[0]?.json.jobId as string;
			const request = await eventually(async () => (await sandbox.requests(jobId)).find(({ status }) => status === 'REVIEW_TRANSLATION'));

			const download = await workbench.importWorkflow(downloadFile(jobId, request.requestId));
			const down = await watchMemory(n8n, async () => await run(download.id));
			const binary = output(down.result, 'Download')[0]?.binary?.data;

			console.log(`${MEBIBYTES} MiB through n8n: memory grew by ${Math.round(up.growth / MIB)} MiB at most on the way up and ${Math.round(down.growth / MIB)} MiB on the way down`);
			expect(await hashOf(await rest.binary(binary?.id ?? ''))).toBe(expectedHash(MEBIBYTES));
			expect(up.growth).toBeLessThan(MEBIBYTES * MIB);
			expect(down.growth).toBeLessThan(MEBIBYTES * MIB);
		},
		600_000,
	);
}
