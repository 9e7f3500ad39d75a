import type { StoredTexts } from '../../../api/inlineTexts';
import type { RequestDetails } from '../../../api/requests';
import type { TranslationRequest } from '../../../api/resources';
import type { Client } from '../../../http/client';

/** How a request refers to its content. */
export type Stored = { fmsFileId: string } | StoredTexts;

/** What is translated for an item. */
export interface Content {
	/** For a request without a name of its own. The same content always gets the same name. */
	readonly name: string;
	readonly textCount: number;
	/** The texts to translate. Undefined if they cannot be read. */
	texts(): AsyncIterable<{ text: string }> | undefined;
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
	/** Empty for a support asset. */
	targetNativeLanguageCodes: string[];
}

export const requestCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.reduce((sum, item) => sum + item.targetNativeLanguageCodes.length, 0);

/** Support assets are uploaded files, too. */
export const fileCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(({ kind }) => kind !== 'content').length;

export const isSupportAsset = ({ kind }: ContentItem): boolean => kind === 'supportAsset';

export const assetCount = (contentItems: readonly ContentItem[]): number =>
	contentItems.filter(isSupportAsset).length;
