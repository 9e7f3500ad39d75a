/** Tells a translated page from a sign-in page in its place, which only the source can. */
import { Once, perRun } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import { redact } from '../../core/redact';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { readSource } from './readSource';
import { webPageInstead } from './unexpectedContent';

export interface ExpectedPage {
	jobId: string;
	fileName: string;
	/** Undefined if nobody knows it. */
	sourceId(): Promise<string | undefined>;
}

const MAX_TAG_LENGTH = 16 * 1024;
const MAX_NAMES = 1_000;
const TAG = /<([a-z][\w:.-]*)([^<>]*)/gi;
/** `=3D` is how an equals sign looks in MHTML. */
const PASSWORD = /[\s"'/]type\s*=(?:3D)?["'\s]*password\b/i;
const NAME = /\sname\s*=(?:3D)?["'\s]*([^"'\s/]+)/i;
/** What asks for something or leads elsewhere. */
const ASKING = /^(?:input|select|textarea|script|iframe)$/;
/** What a translation may need more or less of, and what tools add around a page. */
const MAY_GO = new Set(
	`html head body title meta link base tbody
	a abbr b bdi bdo br cite code em font i mark s small span strong sub sup u wbr`.split(/\s+/),
);

/** Reads a page while it passes, in any encoding whose tags are ASCII or UTF-16. */
export class PageReader {
	hasPassword = false;
	title = '';
	/** The fields by their names, and scripts. */
	readonly asks = new Set<string>();
	/** The kinds of its tags. */
	readonly tags = new Set<string>();
	/** A tag that has not ended yet. */
	private begun = '';

	add(chunk: Buffer): void {
		const text = this.begun + chunk.toString('latin1').replaceAll('\0', '');
		const last = text.lastIndexOf('<');
		const isOpen = last >= 0 && text.indexOf('>', last) < 0 && text.length - last <= MAX_TAG_LENGTH;
		this.begun = isOpen ? text.slice(last) : '';
		const whole = isOpen ? text.slice(0, last) : text;
		for (const [, tag = '', attributes = ''] of whole.matchAll(TAG))
			this.read(tag.toLowerCase(), attributes);
		this.title ||= copied(/<title[^<>]*>([^<]*)<\//i.exec(whole)?.[1]?.trim() ?? '');
	}

	private read(tag: string, attributes: string): void {
		const isPassword = PASSWORD.test(attributes);
		this.hasPassword ||= isPassword;
		if (!MAY_GO.has(tag)) remember(this.tags, tag);
		if (isPassword || ASKING.test(tag)) remember(this.asks, NAME.exec(attributes)?.[1] ?? tag);
	}
}

function remember(names: Set<string>, name: string): void {
	if (names.size < MAX_NAMES) names.add(copied(name));
}

/** V8 would keep the whole text that it is from. */
const copied = (text: string): string => Buffer.from(text.slice(0, 200)).toString();

/** A translation asks for nothing that its source does not ask for. */
const asksForMore = (page: PageReader, source: PageReader): boolean =>
	(page.hasPassword && !source.hasPassword) ||
	[...page.asks].some((name) => !source.asks.has(name));

const lacksTags = (page: PageReader, source: PageReader): boolean =>
	[...source.tags].some((tag) => !page.tags.has(tag));

/**
 * Passes the bytes on. Fails at their end, so that nothing is stored, if they are a sign-in page or
 * if that cannot be told.
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
	const isUnmarked = !file.isAttachment;
	if (!page.hasPassword && !isUnmarked) return;
	const source = await sourceOf(client, expected, page, isUnmarked);
	if (asksForMore(page, source) || (isUnmarked && lacksTags(page, source)))
		throw webPageInstead(client, file, expected.fileName);
}

interface SourcePage {
	page: PageReader;
	/** It may be a sign-in page itself. */
	isUnmarked: boolean;
}

/** Its translations into all languages need it. A failed read would fail for each of them. */
const sourcePages = perRun(() => new Once<SourcePage>({ keepFailures: true }));

async function sourceOf(
	client: Client,
	expected: ExpectedPage,
	page: PageReader,
	isUnmarked: boolean,
): Promise<PageReader> {
	let reason = 'The source tells nothing, because it may be a sign-in page, too.';
	try {
		const source = await readPage(client, expected);
		const mayBeSignIn = isUnmarked && source.isUnmarked && source.page.hasPassword;
		if (!mayBeSignIn || isTranslated(page, source.page)) return source.page;
	} catch (error) {
		reason = `The source could not be read: ${asError(error).message}`;
	}
	const doubt = page.hasPassword ? 'It has a password field' : 'It came without the name of a file';
	throw new OperationFailed(
		`It is not certain that ${expected.fileName} is the translation and not a sign-in page`,
		redact(
			`${doubt}, so the node compares it with its source. ${reason} Nothing of it was stored. Run it again later.`,
			client.session.secrets,
		),
	);
}

/** The same sign-in page in both places would have the same title. */
const isTranslated = (page: PageReader, source: PageReader): boolean =>
	page.title !== '' &&
	source.title !== '' &&
	page.title !== source.title &&
	!asksForMore(page, source) &&
	!asksForMore(source, page);

async function readPage(client: Client, { jobId, sourceId }: ExpectedPage): Promise<SourcePage> {
	const fileId = await sourceId();
	if (fileId === undefined) throw new OperationFailed('The request does not name it');
	const read = async (file: ArrivingFile) => {
		const page = new PageReader();
		for await (const chunk of file.chunks) page.add(chunk);
		return { page, isUnmarked: !file.isAttachment };
	};
	return await sourcePages(client.context).get(
		JSON.stringify([jobId, fileId]),
		async () => await readSource(client, jobId, fileId, read),
	);
}
