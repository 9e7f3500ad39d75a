/** Tells a translated page from a sign-in page in its place, which only the source can. */
import { Once, perRun } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import { redact } from '../../core/redact';
import type { Client } from '../../http/client';
import { asError, DOCS } from '../../http/errors';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { readSource } from './readSource';
import { webPageInstead } from './unexpectedContent';

export interface ExpectedPage {
	jobId: string;
	fileName: string;
	/** Undefined if nobody knows it. */
	sourceId(): Promise<string | undefined>;
}

const MAX_PIECE_LENGTH = 16 * 1024;
const MAX_ENTRIES = 500;
/** A tag and the text behind it. */
const PIECE = /<(\/?[a-z][\w:.-]*)([^<>]*)>?([^<]*)/gi;
/** `=3D` is how an equals sign looks in MHTML. */
const PASSWORD = /[\s"'/]type\s*=(?:3D)?["'\s]*password\b/i;
const NAME = /\sname\s*=(?:3D)?["'\s]*([^"'\s/]+)/i;
/** What a translation may need more or less of, and what tools add around a page. */
const MAY_GO = new Set(
	`html head body title meta link base tbody
	a abbr b bdi bdo br cite code em font i mark s small span strong sub sup u wbr`.split(/\s+/),
);

/** Reads a page while it passes, in any encoding whose tags are ASCII or UTF-16. */
export class PageReader {
	hasPassword = false;
	/** How often each tag occurs, fields by their names. */
	readonly tags = new Map<string, number>();
	readonly texts = new Set<string>();
	/** A tag and its text may not have ended yet. */
	private begun = '';

	add(chunk: Buffer): void {
		const text = this.begun + chunk.toString('latin1').replaceAll('\0', '');
		const last = text.lastIndexOf('<');
		const isOpen = last >= 0 && text.length - last <= MAX_PIECE_LENGTH;
		this.begun = isOpen ? text.slice(last) : '';
		this.read(isOpen ? text.slice(0, last) : text);
	}

	end(): this {
		this.read(this.begun);
		return this;
	}

	private read(pieces: string): void {
		for (const [, tag = '', attributes = '', text = ''] of pieces.matchAll(PIECE)) {
			const kind = tag.toLowerCase();
			this.hasPassword ||= PASSWORD.test(attributes);
			const mark = copied(`${kind} ${NAME.exec(attributes)?.[1] ?? ''}`);
			if (!kind.startsWith('/') && !MAY_GO.has(kind) && this.tags.size < MAX_ENTRIES)
				this.tags.set(mark, (this.tags.get(mark) ?? 0) + 1);
			const isText = /[a-z\x80-\xff]{2}/i.test(text) && kind !== 'script' && kind !== 'style';
			if (isText && this.texts.size < MAX_ENTRIES) this.texts.add(copied(text));
		}
	}
}

/** V8 would keep the whole text that it is from. */
const copied = (text: string): string =>
	Buffer.from(text.slice(0, 500).trim().replace(/\s+/g, ' ').slice(0, 80)).toString();

const sumOf = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0);

/** Nine of ten tags of a translation and of its source are the same. */
function hasTagsOf(page: PageReader, source: PageReader): boolean {
	const all = Math.max(sumOf(page.tags.values()), sumOf(source.tags.values()));
	const both = [...page.tags].map(([tag, count]) => Math.min(count, source.tags.get(tag) ?? 0));
	return all > 0 && sumOf(both) >= 0.9 * all;
}

/** Most texts of a translation differ from its source. */
const hasOtherTexts = (page: PageReader, source: PageReader): boolean =>
	2 * [...page.texts].filter((text) => source.texts.has(text)).length < page.texts.size;

/**
 * Passes the bytes on. Fails at their end, so that nothing is stored, unless they are a translation
 * of their source. A page that comes as a file and has no password field needs no comparison.
 */
export async function* refuseSignInPage(
	client: Client,
	file: ArrivingFile,
	expected: ExpectedPage,
): AsyncGenerator<Buffer> {
	const page = new PageReader();
	for await (const chunk of file.chunks) {
		page.add(chunk);
		yield chunk;
	}
	if (!page.end().hasPassword && file.isAttachment) return;
	const source = await readPage(client, expected).catch((error: unknown) => asError(error));
	if (source instanceof Error)
		throw doubtful(client, expected, `The source could not be read: ${source.message}`);
	const isCertain = file.isAttachment || source.isAttachment;
	if (hasTagsOf(page, source.page) && (isCertain || hasOtherTexts(page, source.page))) return;
	if (isCertain) throw webPageInstead(client, file, expected.fileName);
	throw doubtful(
		client,
		expected,
		'The source came without the name of a file, too, so both may be a sign-in page.',
	);
}

const doubtful = (client: Client, { fileName }: ExpectedPage, reason: string): Error =>
	new OperationFailed(
		`It is not certain that ${fileName} is the translation and not a sign-in page`,
		redact(
			`A page without the name of a file, or with a password field, must be a translation of its source. ${reason} Nothing of it was stored. Run it again later. If it stays so: ${DOCS}/files.md#a-sign-in-page-in-place-of-a-translated-page`,
			client.session.secrets,
		),
	);

interface SourcePage {
	page: PageReader;
	/** Otherwise it may be a sign-in page itself. */
	isAttachment: boolean;
}

/** Its translations into all languages need it. A failed read would fail for each of them. */
const sourcePages = perRun(() => new Once<SourcePage>({ keepFailures: true }));

async function readPage(client: Client, { jobId, sourceId }: ExpectedPage): Promise<SourcePage> {
	const fileId = await sourceId();
	if (fileId === undefined) throw new OperationFailed('The request does not name it');
	const read = async (file: ArrivingFile) => {
		const page = new PageReader();
		for await (const chunk of file.chunks) page.add(chunk);
		return { page: page.end(), isAttachment: file.isAttachment };
	};
	return await sourcePages(client.context).get(
		JSON.stringify([jobId, fileId]),
		async () => await readSource(client, jobId, fileId, read),
	);
}
