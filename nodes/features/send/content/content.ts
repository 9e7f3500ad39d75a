import type { StoredTexts } from '../../../api/inlineTexts';
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
