/** `npm start`: a first translation, from three files to nine, in a few seconds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	IRun,
	IWorkflowBase,
} from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { CORE_NODES } from './coreNodes';
import type { Engine, LogLine } from './engine';
import { sandboxCredentials } from './n8n/run/sandboxCredentials';
import { picture, whatNext } from './start/picture';
import { bold, dim, green, oneLine, red, say, step } from './start/terminal';

const root = join(__dirname, '..');
const MAX_WAIT_MS = 30_000;

async function main(): Promise<void> {
	// Everything runs on this machine, even behind a proxy.
	process.env.NO_PROXY = process.env.no_proxy = [
		'127.0.0.1',
		'localhost',
		process.env.NO_PROXY ?? process.env.no_proxy ?? '',
	]
		.filter(Boolean)
		.join(',');
	say(picture());
	// n8n's engine takes a while to load; meanwhile the sandbox starts in its own process.
	const loading = import('./engine.js');
	const sandbox = await step(
		'The stand-in for the service is running',
		async () => await startSandbox({ variants: { translateDelayMs: 500 } }),
		({ baseUrl }) => baseUrl,
	);
	try {
		const engine = await step(
			"n8n's engine has loaded the nodes",
			async () => await startEngine((await loading).Engine, sandbox),
		);
		try {
			const template = JSON.parse(
				readFileSync(join(root, 'templates', 'first-translation.json'), 'utf8'),
			) as IWorkflowBase;
			const run = await engine.run(template, { startNode: 'Start here' });
			await showTranslations(engine, run);
		} finally {
			engine.stop();
		}
	} finally {
		await sandbox.stop();
	}
	say(whatNext());
}

async function startEngine(loaded: typeof Engine, sandbox: Sandbox): Promise<Engine> {
	const { type, data } = sandboxCredentials(sandbox).find(
		(credential) => credential.type === 'translationJobsApi',
	)!;
	return await loaded.startFromPackage(root, {
		nodes: { ...CORE_NODES, 'n8n-nodes-base.wait': waitForProvider(sandbox) },
		stored: [{ id: 'translationJobsApi', type, data: data as never }],
		onLog: showProgress,
	});
}

/** Shows progress lines, but not the log line of every call. */
function showProgress({ message }: LogLine): void {
	const [, progress] =
		/^Translation Jobs: (?!GET |POST |PUT |PATCH |DELETE )(.+)$/.exec(message) ?? [];
	if (progress) say(`  ${dim(`· ${progress}`)}`);
}

/** A busy machine may need longer than the template waits. */
function waitForProvider(sandbox: Sandbox): INodeType {
	const wait = CORE_NODES['n8n-nodes-base.wait'] as INodeType;
	return {
		...wait,
		async execute(this: IExecuteFunctions) {
			const [job] = this.getInputData();
			say(
				`${green('✔')} ${bold('Send for Translation')}: job ${String(job?.json.jobId)}, ${String(job?.json.itemCount)} files in 3 languages`,
			);
			say(`  ${dim('· the provider translates (a simulated one: it puts accents on letters)')}`);
			const deadline = Date.now() + MAX_WAIT_MS;
			const isReady = async () =>
				(await sandbox.requests()).every(({ status }) => status === 'REVIEW_TRANSLATION');
			while (!(await isReady()) && Date.now() < deadline)
				await new Promise((resolve) => setTimeout(resolve, 100));
			return [this.getInputData()];
		},
	};
}

async function showTranslations(engine: Engine, run: IRun): Promise<void> {
	const { error, runData } = run.data.resultData;
	if (error) throw error;
	const itemsOf = (node: string): INodeExecutionData[] => runData[node]?.[0]?.data?.main?.[0] ?? [];
	const sources = itemsOf('Three sample files');
	const translations = itemsOf('Collect translations');
	if (translations.length !== sources.length * 3)
		throw new Error(
			`${translations.length} of ${sources.length * 3} translations came back. Run it again. If it happens again, the machine may be too busy.`,
		);
	say(`${green('✔')} ${bold('Collect Translations')}: ${translations.length} translated files\n`);
	for (const { json } of sources) {
		say(
			`  ${bold(String(json.fileName))}   ${dim(oneLine(String(json.text), String(json.fileName).length + 5))}`,
		);
		for (const { json: translation, binary } of translations.filter(
			(each) => each.json.requestName === json.fileName,
		)) {
			const text = (await engine.readBinary(binary!.data!)).toString('utf8');
			say(`    ${String(translation.targetNativeLanguageCode).padEnd(6)} ${oneLine(text, 11)}`);
		}
	}
	const approved = itemsOf('Approve requests').filter(
		({ json }) => json.statusCode === 'TRANSLATION_APPROVED',
	);
	if (approved.length !== translations.length)
		throw new Error(`${approved.length} of ${translations.length} translations were approved.`);
	say(
		`\n${green('✔')} ${bold('Approve')}: ${approved.length} translations approved; the provider knows that you have them`,
	);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		const { message, description } = error as { message?: string; description?: string };
		say(`\n${red('✖')} ${message ?? String(error)}${description ? `\n  ${description}` : ''}`);
		say(
			`\n  ${dim('If this looks like a defect: run it again, then report it with the lines above.')}`,
		);
		process.exit(1);
	},
);
