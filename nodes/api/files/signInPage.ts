/** Tells a translated page from a sign-in page in its place, which only the source can. */
import { createHash } from 'node:crypto';

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

interface Page {
	/** What a sign-in page needs to lead anywhere: `form`, `script`, `refresh`. */
	marks: ReadonlySet<string>;
	/** Equal for pages that say the same. */
	digestOfTexts: string;
	/** Otherwise it may be a sign-in page itself. */
	isAttachment: boolean;
}

const MAX_PIECE_LENGTH = 16 * 1024;
/** A tag and the text behind it. */
const PIECE = /<(\/?[a-z][\w:.-]*)([^<>]*)>?([^<]*)/gi;
/** `=3D` is how an equals sign looks in MHTML. */
const REFRESH = /http-equiv\s*=(?:3D)?["'\s]*refresh\b/i;

/** Reads a page while it passes, in any encoding whose tags are ASCII or UTF-16. */
export class PageReader {
	private readonly marks = new Set<string>();
	private readonly texts = createHash('sha256');
	/** A tag and its text may not have ended yet. */
	private begun = '';

	add(chunk: Buffer): void {
		const text = this.begun + chunk.toString('latin1').replaceAll('\0', '');
		const last = text.lastIndexOf('<');
		const isOpen = last >= 0 && text.length - last <= MAX_PIECE_LENGTH;
		this.begun = isOpen ? text.slice(last) : '';
		this.read(isOpen ? text.slice(0, last) : text);
	}

	end({ isAttachment }: ArrivingFile): Page {
		this.read(this.begun);
		return { marks: this.marks, digestOfTexts: this.texts.digest('hex'), isAttachment };
	}

	private read(pieces: string): void {
		for (const [, tag = '', attributes = '', text = ''] of pieces.matchAll(PIECE)) {
			const kind = tag.toLowerCase();
			if (kind === 'form' || kind === 'script') this.marks.add(kind);
			if (kind === 'meta' && REFRESH.test(attributes)) this.marks.add('refresh');
			if (kind !== 'script' && kind !== 'style') this.texts.update(text.trim());
		}
	}
}

/**
 * Passes the bytes on. Fails at their end, so that nothing is stored, if a page that did not come
 * as a file leads somewhere and its source does not.
 */
export async function* refuseSignInPage(
	client: Client,
	file: ArrivingFile,
	expected: ExpectedPage,
): AsyncGenerator<Buffer> {
	const reader = new PageReader();
	for await (const chunk of file.chunks) {
		reader.add(chunk);
		yield chunk;
	}
	const page = reader.end(file);
	if (page.isAttachment || page.marks.size === 0) return;
	const source = await readPage(client, expected).catch((error: unknown) => asError(error));
	if (source instanceof Error)
		throw doubtful(client, expected, `The source could not be read: ${source.message}`);
	if ([...page.marks].some((mark) => !source.marks.has(mark)))
		throw webPageInstead(client, file, expected.fileName);
	if (!source.isAttachment && source.digestOfTexts === page.digestOfTexts)
		throw doubtful(
			client,
			expected,
			'The source came in the same way and says the same, so both may be a sign-in page.',
		);
}

const doubtful = (client: Client, { fileName }: ExpectedPage, reason: string): Error =>
	new OperationFailed(
		`It is not certain that ${fileName} is the translation and not a sign-in page`,
		redact(
			`A page that does not come as a file may have a form, a script or a refresh only if its source has it. ${reason} Nothing of it was stored. Run it again later. If it stays so: ${DOCS}/files.md#a-sign-in-page-in-place-of-a-translated-page`,
			client.session.secrets,
		),
	);

/** Its translations into all languages need it. A failed read would fail for each of them. */
const sourcePages = perRun(() => new Once<Page>({ keepFailures: true }));

async function readPage(client: Client, { jobId, sourceId }: ExpectedPage): Promise<Page> {
	const fileId = await sourceId();
	if (fileId === undefined) throw new OperationFailed('The request does not name it');
	const read = async (file: ArrivingFile) => {
		const reader = new PageReader();
		for await (const chunk of file.chunks) reader.add(chunk);
		return reader.end(file);
	};
	return await sourcePages(client.context).get(
		JSON.stringify([jobId, fileId]),
		async () => await readSource(client, jobId, fileId, read),
	);
}
