import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { countWords } from '../l10n/text/words';
import { type Sandbox, startSandbox } from '../sandbox/launch';
import { kindsOf } from './manyFiles';
import type { Measured } from './nodeProcess';
import type { Report } from './report';
import { byId, startWorker } from './setUp';
import type { Worker } from './worker';

const ENTRIES = 1_000;
const TEXTS = 40;
const LANGUAGES = ['de-de', 'es-es', 'fr-fr', 'it-it'];
const CHANGED_OF = 100;
const FIELDS = ['title', 'blocks[*].text'];
const MAX_COMPARISON_SECONDS = 2;
const ALL_TEXTS = ENTRIES * TEXTS * LANGUAGES.length;

interface Entry extends IDataObject {
	id: string;
	title: string;
	blocks: Array<{ image: string; text: string }>;
}

/** What a person stores beside an entry. */
interface Row extends IDataObject {
	targetLanguage: string;
	knownTranslations: string;
	translatedEntry: IDataObject;
}

/** Measures the nights of a workflow that sends only what changed. */
export async function run(report: Report): Promise<void> {
	const sandbox = await startSandbox({
		variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5, tokenLifetimeSeconds: 86_400 },
	});
	const worker = await startWorker(sandbox);
	try {
		await new Nights(sandbox, worker, report).run();
	} finally {
		await worker.stop();
		await sandbox.stop();
	}
}

class Nights {
	private rows = new Map<string, Row[]>();

	constructor(
		private readonly sandbox: Sandbox,
		private readonly worker: Worker,
		private readonly report: Report,
	) {}

	async run(): Promise<void> {
		const entries = makeEntries();
		// Loads and compiles everything.
		await this.send(entries.slice(0, 5).map((entry) => ({ ...entry, id: `warm-up ${entry.id}` })));
		await this.worker.ask('settle');

		await this.night('first', 'everything is new', entries, ALL_TEXTS);
		const firstJobs = (await this.sandbox.jobs()).map(({ jobId }) => jobId);
		const share = ALL_TEXTS / CHANGED_OF;
		const open = 'all of it is in translation, and 1 % of the texts changed';
		await this.night('inTranslation', open, makeEntries('changed'), share);
		await this.merge(entries, firstJobs);
		this.compare(entries);
		await this.night('nothingNew', 'nothing changed', entries, 0);
		await this.night('changed', '1 % of the texts changed', makeEntries('once more'), share);
	}

	/** One Send for Translation over all entries. */
	private async night(
		name: string,
		what: string,
		entries: Entry[],
		expected: number,
	): Promise<void> {
		const measured = await this.send(entries);
		const log = await this.sandbox.log({ origin: 'rest' });
		const sent = log
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
			.flatMap(({ body }) => (body as { fields: Array<{ value: string }> }).fields);
		const [texts, stored] = [
			sent.length * LANGUAGES.length,
			measured.output.filter(({ sendOutcome }) => sendOutcome === 'upToDate').length,
		];
		if (texts !== expected || stored > 0)
			throw new Error(`${name}: ${texts} texts instead of ${expected}, ${stored} entries to store`);
		this.tell(`${name}.calls`, log.length, 'calls to the service', `${what}: ${kindsOf(log)}`);
		this.tell(
			`${name}.words`,
			(await wordsOf(sent)) * LANGUAGES.length,
			'words sent',
			`${((await wordsOf(entries.flatMap(textsOf))) * LANGUAGES.length).toLocaleString('en-US')} words in all languages`,
		);
		this.tellTime(name, measured);
	}

	private async send(entries: Entry[]): Promise<Measured> {
		const items = entries.map((entry) => ({ ...entry, rows: this.rows.get(entry.id) ?? [] }));
		return await this.runNode(SEND, items);
	}

	private async runNode(node: INodeParameters, items: IDataObject[]): Promise<Measured> {
		await this.worker.ask('take', items);
		await this.sandbox.clearLog();
		return await this.worker.ask('run', [node]);
	}

	/** Delivers and approves everything, and stores what was sent in these jobs. */
	private async merge(entries: Entry[], jobIds: readonly string[]): Promise<void> {
		for (const { jobId } of await this.sandbox.jobs()) await this.sandbox.deliver(jobId);
		const byEntry = new Map(entries.map((entry) => [entry.id, entry]));
		const all = await this.sandbox.requests();
		const merged = all.filter(
			({ jobId, sourceNativeId }) => jobIds.includes(jobId) && byEntry.has(sourceNativeId ?? ''),
		);
		const measured = await this.runNode(
			MERGE,
			merged.map(({ jobId, requestId, sourceNativeId }) => {
				const entry = byEntry.get(sourceNativeId ?? '')!;
				return { jobId, requestId, entry };
			}),
		);
		const log = await this.sandbox.log({ origin: 'rest' });
		for (const { sourceNativeId, entry, knownTranslations, ...of } of measured.output) {
			const id = String(sourceNativeId);
			const row = {
				targetLanguage: String(of.targetNativeLanguageCode),
				knownTranslations: String(knownTranslations),
				translatedEntry: entry as IDataObject,
			};
			this.rows.set(id, [...(this.rows.get(id) ?? []), row]);
		}
		await this.sandbox.approve(all.map(({ requestId }) => requestId));
		this.tell('merge.calls', log.length, 'calls to the service', kindsOf(log));
		this.tellTime('merge', measured);
		const sizes = [...this.rows.values()]
			.flat()
			.map(({ knownTranslations }) => Buffer.byteLength(knownTranslations));
		const mean = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length);
		const entry = Math.round(Buffer.byteLength(JSON.stringify(entries)) / entries.length);
		this.tell('value', mean, 'bytes per value', `an entry of ${entry} bytes; the mean`);
	}

	/** In a process of its own, without n8n. */
	private compare(entries: Entry[]): void {
		const input = entries.map((entry) => ({
			entry,
			texts: textsOf(entry),
			rows: this.rows.get(entry.id) ?? [],
		}));
		const args = [
			'--import',
			'tsx',
			join(__dirname, 'comparison.ts'),
			LANGUAGES.join(),
			FIELDS.join(),
		];
		const printed = execFileSync(process.execPath, args, { input: JSON.stringify(input) });
		const times = (JSON.parse(printed.toString()) as number[]).map(round);
		const best = Math.min(...times);
		this.report({
			name: 'changed.comparison',
			value: best,
			unit: 'processor seconds',
			target: `<= ${MAX_COMPARISON_SECONDS}`,
			ok: best <= MAX_COMPARISON_SECONDS,
			comparedWith: `${ALL_TEXTS.toLocaleString('en-US')} texts without n8n, the best of ${times.join(', ')}`,
		});
	}

	private tellTime(name: string, { seconds, processorSeconds, growthMiB }: Measured): void {
		const clock = `${round(seconds)} s on the clock, without a limit of calls`;
		this.tell(
			`${name}.processor`,
			round(processorSeconds),
			'processor seconds of the node',
			`${clock}; the process grew by ${growthMiB} MiB up to now`,
		);
	}

	private tell(name: string, value: number, unit: string, comparedWith: string): void {
		this.report({
			name: `changed.${name}`,
			value,
			unit,
			target: 'reported only',
			ok: true,
			comparedWith,
		});
	}
}

const SEND: INodeParameters = {
	resource: 'job',
	operation: 'send',
	providerId: byId('pseudo'),
	jobName: 'Entries',
	sourceLanguage: 'en-us',
	targetLanguages: LANGUAGES,
	translate: 'fields',
	fieldsToTranslate: FIELDS.join(', '),
	itemFields: {
		sourceNativeId: '={{ $json.id }}',
		knownTranslations: '={{ $json.rows }}',
	},
	options: { output: 'requests', splitJobs: true },
};

const MERGE: INodeParameters = {
	resource: 'job',
	operation: 'collect',
	mergeInto: '={{ $json.entry }}',
	knownTranslations: '={{ $json.known }}',
};

const WORDS =
	'spring garden bicycle morning river window orange quickly between mountain paper winter'.split(
		' ',
	);

const sentence = (seed: number): string =>
	`${Array.from({ length: 11 }, (_, at) => WORDS[(seed * 7 + at * 5 + (seed >> at)) % WORDS.length]).join(' ')} ${seed}`;

/** @param change - Added to one text of a hundred. */
function makeEntries(change = ''): Entry[] {
	const textAt = (seed: number) =>
		change && seed % CHANGED_OF === 0 ? `${sentence(seed)} ${change}` : sentence(seed);
	return Array.from({ length: ENTRIES }, (_, entry) => ({
		id: String(entry),
		title: textAt(entry * TEXTS),
		blocks: Array.from({ length: TEXTS - 1 }, (__, at) => ({
			image: 'picture.png',
			text: textAt(entry * TEXTS + at + 1),
		})),
	}));
}

const textsOf = ({ title, blocks }: Entry) => [
	{ key: '/title', value: title },
	...blocks.map(({ text }, index) => ({ key: `/blocks/${index}/text`, value: text })),
];

async function wordsOf(texts: Array<{ value: string }>): Promise<number> {
	let sum = 0;
	for (const { value } of texts) sum += (await countWords(value)).words;
	return sum;
}

const round = (value: number) => Math.round(value * 100) / 100;
