import { inlineTexts, storeTexts } from '../../../api/inlineTexts';
import type { KeyValue, TranslationRequest } from '../../../api/resources';
import { getSourceContent, holdsPairs } from '../../../api/sourceContent';
import { INLINE_TEXTS } from '../../../api/wire';
import type { Client } from '../../../http/client';
import { shortenToBytes } from '../../../rules/names';
import { digestOf } from '../../../rules/runLabels';
import type { Content, Stored } from './content';

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

	async *texts(): AsyncGenerator<{ text: string }> {
		for (const { value } of this.pairs) yield { text: value };
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
		if (INLINE_TEXTS in stored) return holdsPairs({ fields: stored[INLINE_TEXTS] }, this.pairs);
		if (!('sourcecontentId' in stored)) return false;
		return holdsPairs(await getSourceContent(client, jobId, stored.sourcecontentId), this.pairs);
	}
}

function nameOf(pairs: readonly KeyValue[]): string {
	const texts = pairs.map(({ value }) =>
		shortenToBytes(
			value
				.slice(0, NAME_SOURCE_LENGTH)
				.replace(/<[^>]*>/g, ' ')
				.replace(/\s+/g, ' '),
			NAME_BYTES,
		),
	);
	return texts.find((text) => text !== '') ?? pairs[0]?.key ?? '';
}
