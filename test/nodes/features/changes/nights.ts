import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../../support/eventually';
import { byId, type Harness, type RunOptions } from '../../../support/harness';
import { runOnWire, type Wire } from '../../TranslationJobs/support';
import { sending } from '../send/support';

export const FIELDS = 'title, blocks[*].text';

export const article = (...texts: string[]): IDataObject => ({
	id: 7,
	title: 'Spring is here',
	picture: 'a.png',
	blocks: texts.map((text) => ({ text })),
});

export const GERMAN: INodeParameters = { targetLanguages: ['de-de'] };

/** Any translation by the sandbox. */
export const translated = expect.stringMatching(/^\[/) as unknown;

/** What a person stores beside an entry. */
export interface Row extends IDataObject {
	targetLanguage: string;
	knownTranslations: string;
	translatedEntry: IDataObject;
}

export interface Night extends Wire {
	/** The texts of each source that was stored, in order. */
	sent: unknown[];
	outcomes: unknown[];
}

/** A workflow that runs every night over all entries, and one that stores what is delivered. */
export class Nights {
	private readonly rows = new Map<string, Row[]>();

	constructor(private readonly harness: Harness) {}

	forget(): void {
		this.rows.clear();
	}

	rowsOf(id: unknown): Row[] {
		return this.rows.get(String(id)) ?? [];
	}

	row(language = 'de-de', id: unknown = 7): Row {
		return this.rowsOf(id).find(({ targetLanguage }) => targetLanguage === language)!;
	}

	store(language: string, entry: unknown, known: unknown, id: unknown = 7): void {
		const others = this.rowsOf(id).filter(({ targetLanguage }) => targetLanguage !== language);
		this.rows.set(String(id), [
			...others,
			{
				targetLanguage: language,
				knownTranslations: known as string,
				translatedEntry: entry as IDataObject,
			},
		]);
	}

	/** Runs Send over entries, each with its rows. */
	async run(
		entries: IDataObject | IDataObject[],
		changes: INodeParameters = {},
		options: RunOptions = {},
	): Promise<Night> {
		const run = await runOnWire(this.harness, known(changes), {
			input: [entries].flat().map((entry) => ({
				json: { ...entry, rows: this.rowsOf(entry.id) },
			})),
			...options,
		});
		return asNight(run);
	}

	/** Merges everything that is in review, stores it, and approves. */
	async collect(entries: IDataObject | IDataObject[]): Promise<IDataObject[]> {
		const requests = await this.inReview();
		const { json } = await this.merge(entries, requests);
		for (const item of json) {
			const { targetNativeLanguageCode, sourceNativeId, jobId, requestId } = requests.find(
				(request) => request.requestId === item.requestId,
			)!;
			this.store(targetNativeLanguageCode, item.entry, item.knownTranslations, sourceNativeId);
			await this.harness.json({
				resource: 'request',
				operation: 'approve',
				jobId: byId(jobId),
				requestIds: requestId,
			});
		}
		return json;
	}

	/** Merges requests with the rows of today. */
	async merge(
		entries: IDataObject | IDataObject[],
		requests: ReviewedRequest[],
		changes: INodeParameters = {},
		options: RunOptions = {},
	): Promise<Wire> {
		const input = requests.map(({ jobId, requestId, targetNativeLanguageCode, sourceNativeId }) => {
			const row = this.row(targetNativeLanguageCode, sourceNativeId);
			const entry = [entries].flat().find(({ id }) => String(id) === sourceNativeId);
			const json = { jobId, requestId, entry, known: row ? [row] : [] };
			return { json: json as IDataObject };
		});
		const run = await runOnWire(this.harness, merging(changes), { input, ...options });
		if (run.error) throw new Error(run.error.message);
		return run;
	}

	/** The provider has the job first. */
	async deliver(jobId: string): Promise<void> {
		await this.harness.sandbox.advance(1_000);
		await this.harness.sandbox.deliver(jobId);
	}

	async inReview(): Promise<ReviewedRequest[]> {
		const done = ['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED', 'CANCELLED'];
		await eventually(async () =>
			(await this.harness.sandbox.requests()).every(({ status }) => done.includes(status)),
		);
		const requests = await this.harness.sandbox.requests();
		return requests
			.filter(({ status }) => status === 'REVIEW_TRANSLATION')
			.map((request) => ({ ...request, sourceNativeId: String(request.sourceNativeId) }));
	}
}

export type ReviewedRequest = Record<
	'jobId' | 'requestId' | 'targetNativeLanguageCode' | 'sourceNativeId',
	string
>;

/** Send with known translations. */
export const known = ({ itemFields = {}, ...changes }: INodeParameters = {}): INodeParameters =>
	sending({
		translate: 'fields',
		fieldsToTranslate: FIELDS,
		contentJson: '',
		itemFields: {
			sourceNativeId: '={{ $json.id }}',
			knownTranslations: '={{ $json.rows }}',
			...(itemFields as INodeParameters),
		},
		options: { output: 'requests' },
		...changes,
	});

/** Collect Translations with known translations. */
export const collecting = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	mergeInto: '={{ $json.entry }}',
	knownTranslations: '={{ $json.known }}',
	...changes,
});

/** With all fields of its output. */
export const merging = (changes: INodeParameters = {}): INodeParameters =>
	collecting({ simplify: false, ...changes });

export function asNight(run: Wire): Night {
	const sent = run.calls
		.filter(({ method, path }) => method === 'POST' && path.endsWith('/sourcecontent'))
		.map(({ body }) => (body as { fields: unknown } | undefined)?.fields);
	return { ...run, sent, outcomes: run.json.map(({ sendOutcome }) => sendOutcome) };
}

export const text = (key: string, value: string) => ({ key, value });

export function useNights(harness: Harness): Nights {
	const nights = new Nights(harness);
	beforeEach(() => nights.forget());
	return nights;
}
