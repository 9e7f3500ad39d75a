import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { workflowLabel } from '../../../nodes/rules/runLabels';
import type { EditorWindow } from '../../../scripts/n8n/browser';
import { useEditorWindow } from '../editorWindow';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { filmFile } from '../picture';
import { type ReadmeStep, readmeSteps } from '../readmeSteps';

/** The trigger of the README polls every minute. */
const DELIVERED_WITHIN_MS = 300_000;

/** What the README tells a person to do in each step. The test does the same. */
const VERBS = [
	'enter, press',
	'enter, press, enter, close',
	'press, add, choose, close',
	'press, opens, choose, press',
	'start, press, choose, close, press, close, add, press, switch, add, switch, enter, drag, do not type, adds, add',
	'press, go, send',
];

/** The steps of the README, done in the browser with the words that the README quotes. */
export function readme(environment: Environment): void {
	const { run } = useEditorWindow(environment);
	const files = mkdtempSync(join(tmpdir(), 'translation-jobs-readme-'));
	const storeFolder = () => join(environment.workbench.filesFolder, 'readme');

	beforeAll(async () => {
		await environment.sandbox.reset();
		mkdirSync(storeFolder());
	});
	afterAll(() => rmSync(files, { recursive: true }));

	it(
		'the first workflow of the README: a second job with the same file name is delivered, stored and approved by itself, beside one that cannot be fetched, and a text in the same store',
		run(async (window) => {
			const steps = readmeSteps();
			expect(steps.map(({ verbs }) => verbs)).toEqual(VERBS);
			const [connect, receive, send, tryIt, getBack, letRun] = steps as StepsOfReadme;
			const film = process.env.UPDATE_IMAGES ? await window.record() : undefined;
			await createCredential(window, connect);

			await window.goTo('home/workflows');
			await startWorkflow(window, receive);
			await window.enter(receive.next(), receive.next());
			await window.press(receive.next());
			await window.enter(receive.next(), receive.next());
			await window.enter(receive.next(), receive.next());
			await window.closeNode(receive.next());
			await addAction(window, send.next(), send);
			await window.enter(send.next(), send.next());
			await window.enter(send.next(), send.next());
			await window.enter(send.next(), send.next());
			await window.closeNode(send.next());

			const buttons: [string, string] = [tryIt.next(), tryIt.next()];
			await sendFile(window, buttons, 'welcome.txt', 1);
			const sending = window.address;
			await sendFile(window, buttons, 'broken.txt', 2);
			const broken = await neverFetched('broken.txt');

			const others = await textsOfSomebodyElse();

			await window.goTo('home/workflows');
			await startWorkflow(window, getBack);
			await window.press(getBack.next(), async () => await window.parameters.isVisible());
			const filter = [getBack.next(), getBack.next()] as const;
			await window.add(...filter);
			await window.enter(filter[1], getBack.next());
			await window.closeNode(getBack.next());
			const [plus, cross] = [getBack.next(), getBack.next()];
			await addAction(window, plus, getBack);
			const option = [getBack.next(), getBack.next()] as const;
			await window.add(...option);
			await window.switchOn(option[1]);
			await window.closeNode(cross);
			await addAction(window, plus, getBack);
			const [path, button, start] = [getBack.next(), getBack.next(), getBack.next()];
			await window.enterExpression(path, button, start.replace('FOLDER', storeFolder()));
			expect(await window.dragBehind(getBack.next(), path)).toBe('{{ $json.storeName }}');
			expect(getBack.next()).toBe('/');
			await window.closeNode(cross);
			await addAction(window, plus, getBack);
			await window.closeNode(cross);
			await window.press(letRun.next());
			await window.press(letRun.next());
			await window.shows('Workflow published');
			const delivering = window.address;

			await window.goTo(sending);
			await sendFile(window, buttons, 'welcome.txt', 3);
			await eventually(async () => {
				const ours = (await environment.sandbox.requests()).filter(
					({ requestId, jobId }) => requestId !== broken && !others.includes(jobId),
				);
				const isDone =
					ours.length === 2 && ours.every(({ status }) => status === 'TRANSLATION_APPROVED');
				return isDone ? true : undefined;
			}, DELIVERED_WITHIN_MS);

			const stored = readdirSync(storeFolder());
			expect(stored).toEqual(Array(2).fill(expect.stringMatching(/^welcome_de-de_\w{16}\.txt$/)));
			const texts = stored.map((name) => readFileSync(join(storeFolder(), name), 'utf8'));
			expect(texts.sort()).toEqual([
				expect.stringMatching(/^\[de-de\] .* 1\n$/),
				expect.stringMatching(/^\[de-de\] .* 3\n$/),
			]);
			expect((await environment.sandbox.requests(others[0])).map(({ status }) => status)).toEqual([
				'REVIEW_TRANSLATION',
			]);
			expect(await reported(delivering)).toContain(`Request ${broken} of job`);

			const text = await textSentBy(sending);
			await eventually(async () => {
				const of = (await environment.sandbox.requests()).find((each) => each.requestId === text);
				return of?.status === 'TRANSLATION_APPROVED' ? true : undefined;
			}, DELIVERED_WITHIN_MS);
			const added = readdirSync(storeFolder()).filter((name) => !stored.includes(name));
			expect(added).toEqual([expect.stringMatching(/_de-de_\w{16}\.json$/)]);
			expect(readFileSync(join(storeFolder(), added[0]!), 'utf8')).toContain('[de-de]');
			expect(steps.flatMap(({ rest }) => rest)).toEqual([]);

			if (!film) return;
			await window.goTo(`${delivering}/executions`);
			await window.shows('Succeeded');
			await film.stop(filmFile('first-workflow'));
		}),
	);

	/** The service does not give out the translation of this file. Returns its request. */
	async function neverFetched(name: string): Promise<string> {
		const { requestId } = await eventually(async () =>
			(await environment.sandbox.requests()).find(({ requestName }) => requestName === name),
		);
		await environment.sandbox.fault({
			path: `requests/${requestId}/retrieve`,
			status: 404,
			times: 1_000,
		});
		return requestId;
	}

	/** Translated texts in the same account, which nobody here has sent. Returns their job. */
	async function textsOfSomebodyElse(): Promise<string[]> {
		const { jobIds } = await environment.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		return jobIds;
	}

	/** A translated text, as if the workflow at this address had sent it. Returns its request. */
	async function textSentBy(address: string): Promise<string | undefined> {
		const { requestIds } = await environment.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			targetLanguages: ['de-de'],
			labels: [workflowLabel(idIn(address))],
		});
		return requestIds[0];
	}

	/** All that the executions of a workflow show. */
	async function reported(address: string): Promise<string> {
		return JSON.stringify(await environment.workbench.rest.waitForExecutions(idIn(address), 1));
	}

	async function createCredential(window: EditorWindow, step: ReadmeStep): Promise<void> {
		const { baseUrl, authUrl, clientId, clientSecret } = environment.sandbox;
		await window.goTo('home/workflows');
		await window.press(step.next());
		await window.press(step.next());
		await window.searchFor(step.next());
		await window.press(step.next());
		for (const value of [baseUrl, authUrl, clientId, clientSecret])
			await window.enter(step.next(), value);
		await window.press(step.next());
		await window.shows('Connection tested successfully');
	}

	async function sendFile(
		window: EditorWindow,
		[execute, submit]: [string, string],
		name: string,
		number: number,
	): Promise<void> {
		const file = join(files, name);
		writeFileSync(file, `Welcome to our spring sale! Number ${number}\n`);
		const form = await window.pressForPage(execute);
		await form.locator('input[type=file]').setInputFiles(file);
		await form.getByText(submit, { exact: true }).click();
		await form.getByText('Form Submitted').waitFor();
		await form.close();
		await window.shows('Workflow executed successfully');
	}
}

type StepsOfReadme = [ReadmeStep, ReadmeStep, ReadmeStep, ReadmeStep, ReadmeStep, ReadmeStep];

const idIn = (address: string) => /workflow\/([^/?]+)/.exec(address)?.[1] ?? '';

async function startWorkflow(window: EditorWindow, step: ReadmeStep): Promise<void> {
	await window.press(step.next(), () => window.address.startsWith('workflow/'));
	await window.addFirstStep(step.next(), step.next());
}

async function addAction(window: EditorWindow, sign: string, step: ReadmeStep): Promise<void> {
	await window.addNextStep(sign, step.next(), step.next());
}
