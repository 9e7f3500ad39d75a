import { useHarness } from '../../../support/harness';
import { SenderProcess } from './senderProcess';
import { fileItem, sending } from './support';

const FILES = 10;
const ROUNDS = 6;

describe('Send for Translation in two processes at the same moment', () => {
	const harness = useHarness({ variants: { latencyMs: 10, translateDelayMs: 60_000 } });

	const race = async (round: number, headStartMs: number) => {
		const task = {
			credential: harness.credential,
			parameters: sending({ jobName: `Race ${round}` }),
			input: Array.from({ length: FILES }, (_, index) =>
				fileItem(`${round}-${index}.txt`, `File ${index} of race ${round}`),
			),
		};
		const [one, other] = await Promise.all([SenderProcess.start(task), SenderProcess.start(task)]);
		one.begin();
		await new Promise((resolve) => setTimeout(resolve, headStartMs));
		other.begin();
		const results = await Promise.all([one.result(), other.result()]);
		await Promise.all([one.kill(), other.kill()]);
		return results;
	};

	it(`ends with one submitted job that both return, in ${ROUNDS} races`, async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const [one, other] = await race(round, round < ROUNDS / 2 ? 0 : Math.random() * 500);
			expect([one.error, other.error]).toEqual([undefined, undefined]);
			expect(one.jobId).toBe(other.jobId);
			const jobs = (await harness.sandbox.jobs()).filter(
				({ jobName }) => jobName === `Race ${round}`,
			);
			expect(jobs).toEqual([
				expect.objectContaining({ jobId: one.jobId, requestCount: FILES * 2 }),
			]);
			expect(jobs[0]!.status).not.toBe('CREATED');
		}
	}, 600_000);
});
