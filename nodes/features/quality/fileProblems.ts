import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { readSource } from '../../api/files/readSource';
import type { TranslationRequest } from '../../api/resources';
import { Once } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { binarySource, type FileSource } from '../../http/transfers/fileSource';
import { DamagedFile, UnreadableFile } from '../../texts/files/reader';
import { canBeCompared, type NamedFile, textsOfFile } from '../../texts/files/textsOfFile';
import { compareFiles, type Comparison, type IndexedTexts, indexTexts } from './compareFiles';
import { type Problem, structureProblem } from './findProblems';

const MAX_BYTES = 10_000_000;
/** Of all sources that are kept for further languages. */
const MAX_KEPT_CHARACTERS = 2 ** 25;

export interface TranslatedFile {
	binary: IBinaryData;
	fileSize: number;
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
		{ binary, fileSize, mimeType }: TranslatedFile,
		comparison: Comparison,
	): Promise<Problem[]> {
		// The name in n8n may follow a pattern.
		const file = { fileName: request.fileName ?? comparison.fileName, mediaType: mimeType };
		if (!canBeCompared(file)) throw new OperationFailed('texts in this format cannot be compared');
		if (fileSize > MAX_BYTES) throw tooLarge('it');
		const source = await this.source(client, request, file);
		const stored = await binarySource(this.context, 0, binary);
		try {
			const translated = textsOfFile(complete(stored), file, 'target')!;
			return await compareFiles(source, translated, comparison);
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
				const texts = await readSource(
					client,
					jobId,
					fileId,
					async ({ chunks }) => await indexTexts(textsOfFile(limited(chunks), file, 'source')!),
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

/** Less than the whole file would look like a damaged one. */
async function* complete(stored: FileSource): AsyncGenerator<Buffer> {
	let size = 0;
	for await (const chunk of stored.read(0)) {
		size += chunk.length;
		yield chunk;
	}
	if (size !== stored.size) throw new OperationFailed('it is not as long as n8n says');
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.length;
		if (size > MAX_BYTES) throw tooLarge('its source');
		yield chunk;
	}
}

const tooLarge = (which: string) => new OperationFailed(`${which} is larger than 10 MB`);

const explained = (error: unknown, which: string): Error =>
	error instanceof UnreadableFile
		? new OperationFailed(`${which} ${error.message}`)
		: asError(error);
