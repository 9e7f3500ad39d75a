import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { expectedHash, FileServer, hashOf } from '../fileServer';
import { downloadFile, sendFile } from '../fileWorkflows';
import { growthOfRuns } from '../memoryWatch';
import { output, START } from '../workflows';

const MEBIBYTES = 100;
const MIB = 1 << 20;
const RUNS = 3;

const inMebibytes = (bytes: number) => Math.round(bytes / MIB);

export function files(environment: Environment): void {
	let server: FileServer;
	beforeAll(async () => {
		server = await FileServer.start();
	});
	afterAll(async () => await server?.stop());

	it(`${MEBIBYTES} MiB go up and come back without being held in memory`, async () => {
		const { workbench, sandbox } = environment;
		const { rest, n8n } = workbench;
		const run = async (id: string) => await rest.finished(await rest.run(id, START), 240_000);

		// What the first run of anything costs (code, connections, caches) is not what is measured.
		output(
			await run((await workbench.importWorkflow(sendFile(server.binary(1), 'small.bin'))).id),
			'Submit',
		);

		// n8n's garbage comes and goes as it likes, so one run may show more than was needed. A file
		// that is held whole costs its size in every run: the leanest of the runs tells the two
		// apart.
		const up = await growthOfRuns(
			n8n,
			RUNS,
			async () =>
				await run(
					(await workbench.importWorkflow(sendFile(server.binary(MEBIBYTES), 'large.bin'))).id,
				),
		);
		const jobId = output(up.result, 'Submit')[0]?.json.jobId as string;
		const request = await eventually(async () =>
			(await sandbox.requests(jobId)).find(({ status }) => status === 'REVIEW_TRANSLATION'),
		);

		const download = await workbench.importWorkflow(downloadFile(jobId, request.requestId));
		const down = await growthOfRuns(n8n, RUNS, async () => await run(download.id));
		const binary = output(down.result, 'Download')[0]?.binary?.data;

		console.log(
			`${MEBIBYTES} MiB through n8n, ${RUNS} times each way: memory grew by ${up.growths.map(inMebibytes).join(', ')} MiB on the way up and ${down.growths.map(inMebibytes).join(', ')} MiB on the way down`,
		);
		expect(await hashOf(await rest.binary(binary?.id ?? ''))).toBe(expectedHash(MEBIBYTES));
		expect(Math.min(...up.growths)).toBeLessThan(MEBIBYTES * MIB);
		expect(Math.min(...down.growths)).toBeLessThan(MEBIBYTES * MIB);
	}, 600_000);
}
