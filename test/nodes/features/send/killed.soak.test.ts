import type { INodeExecutionData } from 'n8n-workflow';

import type { Fault } from '../../../../sandbox/faults/faults';
import type { Guess } from '../../../../sandbox/model/guessedParts';
import { tries } from '../../../support/depth';
import { useHarness } from '../../../support/harness';
import { SenderProcess } from './senderProcess';
import { fileItem, sending } from './support';

const FILES = 20;
const TARGETS = ['de-de', 'fr-fr'];
const KILLS = tries({ part: 10, all: 25 });
const LANES = 5;
/** Of answers still to come. A call that is spoiled at all of its five tries rightly fails. */
const MAX_SPOILED = 4;

const filesOf = (trial: string): INodeExecutionData[] =>
	Array.from({ length: FILES }, (_, index) =>
		fileItem(`${trial}-${index}.txt`, `File ${index} of trial ${trial}`),
	);

const parametersOf = (trial: string) =>
	sending({
		jobName: `Trial ${trial}`,
		targetLanguages: TARGETS,
		options: { takeOverSeconds: 1, concurrency: 4 },
	});

describe('Send for Translation killed in the middle', () => {
	const harness = useHarness({ variants: { latencyMs: 10, translateDelayMs: 60_000 } });

	let spoiling = Promise.resolve();

	/** Answers that break off or say nothing, at random calls of whoever sends next. */
	async function spoilAnswers(): Promise<void> {
		// One lane after another, so that each counts what the others have left.
		await (spoiling = spoiling.then(async () => {
			const skip = () => Math.floor(Math.random() * 30);
			const faults: Fault[] = [
				{ cutAnswerAt: Math.floor(Math.random() * 40), skip: skip() },
				{ cutAnswerAt: 5, chunked: true, skip: skip() },
				{ replaceBody: '', skip: skip() },
			];
			const room = MAX_SPOILED - (await harness.sandbox.faults()).length;
			for (const fault of faults.slice(0, room))
				await harness.sandbox.fault({ origin: 'rest', ...fault });
		}));
	}

	/** Kills a sending after a share of the time it takes, then runs it again here. */
	async function killAndRunAgain(trial: string, afterMs: number): Promise<void> {
		const task = {
			credential: harness.credential,
			parameters: parametersOf(trial),
			input: filesOf(trial),
		};
		const sender = await SenderProcess.start(task);
		await spoilAnswers();
		sender.begin();
		await new Promise((resolve) => setTimeout(resolve, afterMs));
		await sender.kill();
		await harness.json(task.parameters, { input: task.input });
	}

	async function expectOneWholeJob(trial: string): Promise<void> {
		const jobs = (await harness.sandbox.jobs()).filter(
			({ jobName }) => jobName === `Trial ${trial}`,
		);
		expect(jobs.map(({ status }) => status)).toEqual([expect.not.stringMatching('CREATED')]);
		const requests = await harness.sandbox.requests(jobs[0]!.jobId);
		expect(requests).toHaveLength(FILES * TARGETS.length);
		const perFile = new Map<string, string[]>();
		for (const { fmsFileId, targetNativeLanguageCode } of requests)
			perFile.set(fmsFileId!, [...(perFile.get(fmsFileId!) ?? []), targetNativeLanguageCode]);
		expect([...perFile.values()].map((targets) => targets.sort().join())).toEqual(
			Array.from({ length: FILES }, () => TARGETS.join()),
		);
		expect(new Set(requests.map(({ requestName }) => requestName)).size).toBe(FILES);
	}

	async function timeOfOneSending(): Promise<number> {
		const sender = await SenderProcess.start({
			credential: harness.credential,
			parameters: parametersOf('clock'),
			input: filesOf('clock'),
		});
		const startedAt = Date.now();
		sender.begin();
		await sender.result();
		await sender.kill();
		return Date.now() - startedAt;
	}

	it.each<[string, Guess[]]>([
		['', []],
		[', on a service that ignores filters and order', ['filter', 'orderBy']],
	])(
		`always ends with one submitted job of all files after a second run, with answers that break off, ${KILLS} times%s`,
		async (name, ignores) => {
			await harness.sandbox.reset();
			await harness.sandbox.configure({ ignores });
			const wholeMs = await timeOfOneSending();
			// One moment in each of as many equal spans, so that no phase of the sending is left out.
			const moments = Array.from(
				{ length: KILLS },
				(_, index) => ((index + Math.random()) / KILLS) * wholeMs,
			);
			const pending = [...moments.entries()];
			const lane = async () => {
				for (let next = pending.shift(); next; next = pending.shift())
					await killAndRunAgain(`${name}${next[0]}`, next[1]);
			};
			await Promise.all(Array.from({ length: LANES }, lane));
			for (const index of moments.keys()) await expectOneWholeJob(`${name}${index}`);
		},
		600_000,
	);
});
