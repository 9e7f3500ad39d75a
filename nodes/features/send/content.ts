import { checkCanBeRead, textsOfFile } from '../../../l10n/formats/textsOfFile';
import { shortenToBytes } from '../../../l10n/names';
import { readSource } from '../../api/files/readSource';
import { uploadFile, type UploadOptions } from '../../api/files/uploadFile';
import type { RequestDetails } from '../../api/requests';
import {
	areSamePairs,
	getSourceContent,
	inlineTexts,
	type StoredTexts,
	storeTexts,
} from '../../api/requestTexts';
import type { KeyValue, TranslationRequest } from '../../api/resources';
import { INLINE_TEXTS } from '../../api/wire';
import { withWholeFile } from '../../form/wholeFiles';
import type { Client } from '../../http/client';
import { contentHash, FileCursor, type FileSource } from '../../http/transfers/fileSource';
import { checkFileName, checkFileSize } from '../../rules/limits';
import { DIGEST_LENGTH, digestOf } from '../../rules/runLabels';

/** How a request refers to its content. */
export type Stored = { fmsFileId: string } | StoredTexts;

/** What is translated for an item. */
export interface Content {
	/** For a request without a name of its own. */
	readonly name: string;
	readonly textCount: number;
	/** Throws `UnreadableFile` if the texts to translate cannot be told. */
	eachText(visit: (text: string) => Promise<void>): Promise<void>;
	/** Reads the whole file, so it is called once. */
	digest(): Promise<string>;
	store(client: Client, jobId: string): Promise<Stored>;
	/** Undefined if the request holds another kind of content. */
	storedIn(request: TranslationRequest): Stored | undefined;
	/** Compares the content itself. */
	isStored(client: Client, jobId: string, stored: Stored): Promise<boolean>;
}

/** A file or key/value content to translate, or a support asset. */
export interface ContentItem extends RequestDetails {
	itemIndex: number;
	kind: 'file' | 'content' | 'supportAsset';
	content: Content;
	/** From the content system or derived from the content. The same in every run. */
	sourceNativeId: string;
	/** Then the id stands for the content, and stored content need not be compared. */
	isIdDerived: boolean;
	/** Derived from the content. */
	isNameDerived: boolean;
	/** Begins with the source id. Sorted by it, the same items are in the same order in every run. */
	identity: string;
	/** Empty for a support asset. */
	targetNativeLanguageCodes: string[];
}

export const byIdentity = (one: ContentItem, other: ContentItem): number =>
	one.identity < other.identity ? -1 : Number(one.identity > other.identity);

export const requestCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.reduce((sum, item) => sum + item.targetNativeLanguageCodes.length, 0);

/** Support assets are uploaded files, too. */
export const fileCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: Pick<ContentItem, 'kind'>): boolean =>
	kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(isSupportAsset).length;

export class FileContent implements Content {
	readonly name: string;
	readonly textCount = 0;

	constructor(
		private readonly source: FileSource,
		private readonly upload: UploadOptions,
	) {
		const { fileName, shortenName, mode = 'automatic' } = upload;
		const { mediaType, size } = source;
		this.name = checkFileName(fileName || source.fileName, { mediaType, shorten: shortenName });
		checkFileSize(size, mode, this.name);
	}

	async eachText(visit: (text: string) => Promise<void>): Promise<void> {
		const file = { fileName: this.name, mediaType: this.source.mediaType };
		checkCanBeRead(file);
		await withWholeFile(this.source, async (bytes) => {
			for await (const { text } of textsOfFile(bytes, file)) await visit(text);
		});
	}

	async digest(): Promise<string> {
		return digestOf([this.name, await this.digestOfBytes()]);
	}

	async store(client: Client, jobId: string): Promise<Stored> {
		const options = { ...this.upload, fileName: this.name };
		const { fmsFileId } = await uploadFile(client, jobId, this.source, options);
		return { fmsFileId };
	}

	storedIn({ fileId }: TranslationRequest): Stored | undefined {
		return fileId ? { fmsFileId: fileId } : undefined;
	}

	async isStored(client: Client, jobId: string, stored: Stored): Promise<boolean> {
		if (!('fmsFileId' in stored)) return false;
		const digest = await readSource(
			client,
			jobId,
			stored.fmsFileId,
			async ({ chunks }) => await digestOfChunks(chunks),
		);
		return digest === (await this.digestOfBytes());
	}

	/** Fails if the file is cut off. */
	private async *chunks(): AsyncGenerator<Buffer> {
		const cursor = new FileCursor(this.source);
		try {
			yield* cursor.portion(0, this.source.size);
		} finally {
			cursor.close();
		}
	}

	private async digestOfBytes(): Promise<string> {
		return await digestOfChunks(this.chunks());
	}
}

async function digestOfChunks(chunks: AsyncIterable<Buffer>): Promise<string> {
	return (await contentHash(chunks)).slice(0, DIGEST_LENGTH);
}

const NAME_BYTES = 80;
const NAME_SOURCE_LENGTH = 500;

/** Texts, each under its own key. */
export class TextContent implements Content {
	readonly name: string;
	readonly textCount: number;

	constructor(private readonly pairs: KeyValue[]) {
		this.name = nameOf(pairs);
		this.textCount = pairs.length;
	}

	async eachText(visit: (text: string) => Promise<void>): Promise<void> {
		for (const { value } of this.pairs) await visit(value);
	}

	async digest(): Promise<string> {
		return digestOf([...this.pairs].sort((a, b) => (a.key < b.key ? -1 : 1)));
	}

	async store(client: Client, jobId: string): Promise<Stored> {
		return await storeTexts(client, jobId, this.pairs);
	}

	storedIn(request: TranslationRequest): Stored | undefined {
		const inline = inlineTexts(request);
		if (inline) return { [INLINE_TEXTS]: inline };
		return request.sourceContentId ? { sourcecontentId: request.sourceContentId } : undefined;
	}

	async isStored(client: Client, jobId: string, stored: Stored): Promise<boolean> {
		if (INLINE_TEXTS in stored) return areSamePairs(stored[INLINE_TEXTS], this.pairs);
		if (!('sourcecontentId' in stored)) return false;
		const { fields } = await getSourceContent(client, jobId, stored.sourcecontentId);
		return areSamePairs(fields, this.pairs);
	}
}

function nameOf(pairs: readonly KeyValue[]): string {
	for (const { value } of pairs) {
		const plain = value.slice(0, NAME_SOURCE_LENGTH).replace(/<[^>]*>/g, ' ');
		const name = shortenToBytes(plain.replace(/\s+/g, ' '), NAME_BYTES);
		if (name !== '') return name;
	}
	return pairs[0]?.key ?? '';
}
