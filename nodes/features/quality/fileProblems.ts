import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import {
	checkFiles,
	type Comparison,
	type IndexedTexts,
	indexTexts,
} from '../../../l10n/checks/checkFiles';
import { type Problem, structureProblem } from '../../../l10n/checks/checkPairs';
import { DamagedFile, UnreadableFile } from '../../../l10n/formats/reader';
import { canBeCompared, type NamedFile, textsOfFile } from '../../../l10n/formats/textsOfFile';
import { readSource } from '../../api/files/readSource';
import type { TranslationRequest } from '../../api/resources';
import { Once } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import { checkSize, gathered, whileItArrives, withWholeFile } from '../../form/wholeFiles';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { binarySource } from '../../http/transfers/fileSource';

/** Of all sources that are kept for further languages. */
const MAX_KEPT_CHARACTERS = 2 ** 25;

export interface TranslatedFile {
	binary: IBinaryData;
	mimeType: string;
}

/** Compares translated files of a run with their sources. Each source is read once for all its languages. */
export class FileProblems {
	private readonly sources = new Once<IndexedTexts>({ keepFailures: true });
	private readonly kept: Array<{ key: string; characters: number }> = [];

	constructor(private readonly context: IExecuteFunctions) {}

	/** Throws if they cannot be compared, and says why. */
	async find(
		client: Client,
		request: TranslationRequest,
		{ binary, mimeType }: TranslatedFile,
		comparison: Comparison,
	): Promise<Problem[]> {
		// The name in n8n may follow a pattern.
		const file = { fileName: request.fileName ?? comparison.fileName, mediaType: mimeType };
		if (!canBeCompared(file)) throw new OperationFailed('texts in this format cannot be compared');
		const stored = await binarySource(this.context, 0, binary);
		try {
			checkSize(stored);
			const source = await this.source(client, request, file);
			return await withWholeFile(
				stored,
				async (bytes) => await checkFiles(source, textsOfFile(bytes, file, 'target'), comparison),
			);
		} catch (error) {
			if (error instanceof DamagedFile)
				return [structureProblem(comparison.fileName, `the file ${error.message}`)];
			throw explained(error, 'it');
		}
	}

	private async source(
		client: Client,
		{ jobId, fileId }: TranslationRequest,
		file: NamedFile,
	): Promise<IndexedTexts> {
		if (!fileId) throw new OperationFailed('the request does not name its source');
		const key = JSON.stringify([jobId, fileId]);
		return await this.sources.get(key, async () => {
			try {
				const texts = await whileItArrives(
					async () =>
						await readSource(client, jobId, fileId, async ({ chunks }) => {
							const bytes = await gathered(chunks);
							return await indexTexts(textsOfFile(bytes, file, 'source'));
						}),
				);
				this.keep(key, texts);
				return texts;
			} catch (error) {
				throw explained(error, 'its source');
			}
		});
	}

	/** Forgets the oldest sources, if there are too many. They would be read again. */
	private keep(key: string, texts: IndexedTexts): void {
		let characters = 0;
		for (const { key: name, text } of texts.values()) characters += name.length + text.length;
		this.kept.push({ key, characters });
		let all = this.kept.reduce((sum, each) => sum + each.characters, 0);
		while (all > MAX_KEPT_CHARACTERS && this.kept.length > 1) {
			const oldest = this.kept.shift()!;
			all -= oldest.characters;
			this.sources.forget(oldest.key);
		}
	}
}

const explained = (error: unknown, which: string): Error =>
	error instanceof UnreadableFile
		? new OperationFailed(`${which} ${error.message}`)
		: asError(error);
