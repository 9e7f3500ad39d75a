import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formatCount } from '../l10n/counted';
import { countWords } from '../l10n/text/words';
import type { LogEntry } from '../sandbox/calls/log';
import type { Sandbox } from '../sandbox/launch';
import type { Report } from './figures';
import { kindsOf } from './manyFiles';
import { short } from './measure';
import type { Measured } from './nodeProcess';
import { byId, withService } from './service';
import type { Worker } from './worker';

const ENTRIES = 1_000;
const TEXTS = 40;
const LANGUAGES = ['de-de', 'es-es', 'fr-fr', 'it-it'];
const CHANGED_OF = 100;
const FIELDS = ['title', 'blocks[*].text'];
const ALL_TEXTS = ENTRIES * TEXTS * LANGUAGES.length;

interface Entry extends IDataObject {
	id: string;
	title: string;
	blocks: Array<{ image: string; text: string }>;
}

/** Measures the nights of a workflow that sends only what changed. */
export async function run(report: Report): Promise<void> {
	await withService(async (sandbox, worker) => await new Nights(sandbox, worker, report).run());
}

class Nights {
	/** What a person stores beside each entry. */
	private rows = new Map<string, IDataObject[]>();

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
		const [measured, log] = await this.send(entries);
		const sent = log
			.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
			.flatMap(({ body }) => (body as { fields: Array<{ value: string }> }).fields);
		const texts = sent.length * LANGUAGES.length;
		const stored = measured.output.filter(({ sendOutcome }) => sendOutcome === 'upToDate').length;
		if (texts !== expected || stored > 0)
			throw new Error(`${name}: ${texts} texts instead of ${expected}, ${stored} entries to store`);
		this.report(`changed.${name}.calls`, log.length, `${what}: ${kindsOf(log)}`);
		const all = formatCount(await wordsOf(entries.flatMap(textsOf)));
		this.report(`changed.${name}.words`, await wordsOf(sent), `${all} words in all languages`);
		this.reportTime(name, measured);
	}

	private async send(entries: Entry[]): Promise<[Measured, LogEntry[]]> {
		const items = entries.map((entry) => ({ ...entry, rows: this.rows.get(entry.id) ?? [] }));
		return await this.runNode(SEND, items);
	}

	private async runNode(
		node: INodeParameters,
		items: IDataObject[],
	): Promise<[Measured, LogEntry[]]> {
		await this.worker.ask('take', items);
		await this.sandbox.clearLog();
		const measured = await this.worker.ask('run', [node]);
		return [measured, await this.sandbox.log({ origin: 'rest' })];
	}

	/** Delivers and approves everything, and stores what was sent in these jobs. */
	private async merge(entries: Entry[], jobIds: readonly string[]): Promise<void> {
		for (const { jobId } of await this.sandbox.jobs()) await this.sandbox.deliver(jobId);
		const byEntry = new Map(entries.map((entry) => [entry.id, entry]));
		const all = await this.sandbox.requests();
		const items = all.flatMap(({ jobId, requestId, sourceNativeId }) => {
			const entry = byEntry.get(sourceNativeId ?? '');
			return entry && jobIds.includes(jobId) ? [{ jobId, requestId, entry }] : [];
		});
		const [measured, log] = await this.runNode(MERGE, items);
		for (const { sourceNativeId, entry, knownTranslations, ...of } of measured.output) {
			const id = String(sourceNativeId);
			const targetLanguage = String(of.targetNativeLanguageCode);
			const row = { targetLanguage, knownTranslations, translatedEntry: entry };
			this.rows.set(id, [...(this.rows.get(id) ?? []), row]);
		}
		await this.sandbox.approve(all.map(({ requestId }) => requestId));
		this.report('changed.merge.calls', log.length, kindsOf(log));
		this.reportTime('merge', measured);
		const rows = [...this.rows.values()].flat();
		const mean = meanBytes(rows.map(({ knownTranslations }) => String(knownTranslations)));
		const entry = meanBytes(entries.map((each) => JSON.stringify(each)));
		this.report('changed.value', mean, `an entry of ${entry} bytes; the mean`);
	}

	/** In a process of its own, without n8n. */
	private compare(entries: Entry[]): void {
		const input = entries.map((entry) => ({
			entry,
			texts: textsOf(entry),
			rows: this.rows.get(entry.id) ?? [],
		}));
		const script = join(__dirname, 'comparison.ts');
		const args = ['--import', 'tsx', script, LANGUAGES.join(), FIELDS.join()];
		const printed = execFileSync(process.execPath, args, { input: JSON.stringify(input) });
		this.report(
			'changed.comparison',
			Number(printed.toString()),
			`${formatCount(ALL_TEXTS)} texts without n8n, the best of 3`,
		);
	}

	private reportTime(name: string, { seconds, processorSeconds, growthMiB }: Measured): void {
		this.report(
			`changed.${name}.processor`,
			processorSeconds,
			`${short(seconds)} s on the clock, without a limit of calls; the process grew by ${growthMiB} MiB up to now`,
		);
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

/** In all languages. */
async function wordsOf(texts: Array<{ value: string }>): Promise<number> {
	let sum = 0;
	for (const { value } of texts) sum += (await countWords(value)).words;
	return sum * LANGUAGES.length;
}

const meanBytes = (texts: string[]): number =>
	Math.round(Buffer.byteLength(texts.join('')) / texts.length);
