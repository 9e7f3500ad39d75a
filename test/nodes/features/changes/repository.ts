import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { byId, type Harness, type RunOptions } from '../../../support/harness';
import { runOnWire, type Wire } from '../../TranslationJobs/support';
import { sending } from '../send/support';
import { asNight, type Night, type Nights } from './nights';

const fileOf = (text: string | Buffer, fileName: string): IBinaryData => ({
	data: Buffer.from(text as string).toString('base64'),
	fileName,
	mimeType: 'application/json',
});

export interface StoredFile {
	file: string;
	known: string;
}

/** A repository with a file in English, and one for each language beside it. */
export class Repository {
	readonly languages = new Map<string, StoredFile>();

	constructor(
		private readonly harness: Harness,
		private readonly nights: Nights,
		readonly fileName = 'en.json',
	) {}

	async send(
		text: string | Buffer,
		changes: INodeParameters = {},
		options: RunOptions = {},
	): Promise<Night> {
		const input = [this.item(text)];
		return asNight(await runOnWire(this.harness, sendingTexts(changes), { input, ...options }));
	}

	/** With the translated files in fields of their own. */
	item(text: string | Buffer): INodeExecutionData {
		const stored = [...this.languages];
		const files = stored.map(([language, { file }]) => [
			`in ${language}`,
			fileOf(file, this.nameIn(language)),
		]);
		const json = {
			rows: stored.map(([targetLanguage, { known }]) => ({
				targetLanguage,
				knownTranslations: known,
				translatedFile: `in ${targetLanguage}`,
			})),
		};
		return {
			json,
			binary: {
				data: fileOf(text, this.fileName),
				...(Object.fromEntries(files) as IBinaryKeyData),
			},
		};
	}

	private nameIn(language: string): string {
		return this.fileName.replace(/^.*(?=\.)/, language);
	}

	/** What Send returned at once. */
	async storeUpToDate({ items }: Night): Promise<void> {
		for (const item of items.filter(({ json }) => json.sendOutcome === 'upToDate'))
			this.languages.set(String(item.json.targetNativeLanguageCode), {
				file: await this.read(item),
				known: String(item.json.knownTranslations),
			});
	}

	/** Merges what is in review, stores it, and approves it. */
	async collect(text: string | Buffer, changes: INodeParameters = {}): Promise<IDataObject[]> {
		const outputs: IDataObject[] = [];
		for (const request of await this.nights.inReview()) {
			const { jobId, requestId, targetNativeLanguageCode: language } = request;
			const run = await this.merge(text, request, changes);
			if (run.error) throw new Error(`${run.error.message} ${run.error.description}`);
			const [item] = run.items;
			const file = await this.read(item!);
			this.languages.set(language, { file, known: item!.json.knownTranslations as string });
			outputs.push({ ...item!.json, fileName: item!.binary!.data!.fileName! });
			await this.harness.json({
				resource: 'request',
				operation: 'approve',
				jobId: byId(jobId),
				requestIds: requestId,
			});
		}
		return outputs;
	}

	async read({ binary }: INodeExecutionData, field = 'data'): Promise<string> {
		return (await this.harness.engine.readBinary(binary![field]!)).toString();
	}

	async merge(
		text: string | Buffer,
		request: { jobId: string; requestId: string; targetNativeLanguageCode: string },
		changes: INodeParameters = {},
	): Promise<Wire> {
		const { jobId, requestId, targetNativeLanguageCode: language } = request;
		const stored = this.languages.get(language);
		const binary: INodeExecutionData['binary'] = { source: fileOf(text, this.fileName) };
		if (stored) binary.now = fileOf(stored.file, this.nameIn(language));
		const known = stored && [
			{
				targetLanguage: language,
				knownTranslations: stored.known,
				translatedFile: 'now',
			},
		];
		const json = { jobId, requestId, known: known ?? [] };
		return await runOnWire(this.harness, mergingFile(changes), { input: [{ json, binary }] });
	}
}

export const sendingTexts = (changes: INodeParameters = {}): INodeParameters =>
	sending({
		translate: 'fileTexts',
		contentJson: '',
		targetLanguages: ['de-de'],
		itemFields: {
			sourceNativeId: 'locales/en.json',
			knownTranslations: '={{ $json.rows }}',
		},
		options: { output: 'requests' },
		...changes,
	});

export const mergingFile = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'job',
	operation: 'collect',
	filters: { requestIds: '={{ $json.requestId }}' },
	mergeInto: 'source',
	knownTranslations: '={{ $json.known }}',
	...changes,
});
