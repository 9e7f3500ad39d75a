/** Tells a translated page from a sign-in page in its place, which only the source can. */
import { Once, perRun } from '../../core/caches';
import { OperationFailed } from '../../core/errors';
import { redact } from '../../core/redact';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { haveSameStructure, PageReader, type PageStructure } from '../../rules/pageStructure';
import { readSource } from './readSource';
import { webPageInstead } from './unexpectedContent';

export interface ExpectedPage {
	jobId: string;
	fileName: string;
	/** Undefined if nobody knows it. */
	sourceId(): Promise<string | undefined>;
}

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
	const isUnmarked = !file.isAttachment && (file.isDirect || page.hasPassword);
	if (!page.hasPassword && !isUnmarked) return;
	const source = await sourceOf(client, expected, page, isUnmarked);
	const isSignIn =
		(page.hasPassword && !source.hasPassword) || (isUnmarked && !haveSameStructure(page, source));
	if (isSignIn) throw webPageInstead(client, file, expected.fileName);
}

interface SourcePage extends PageStructure {
	/** It may be a sign-in page itself. */
	isUnmarked: boolean;
}

/** Its translations into all languages need it. A failed read would fail for each of them. */
const sourcePages = perRun(() => new Once<SourcePage>({ keepFailures: true }));

async function sourceOf(
	client: Client,
	expected: ExpectedPage,
	page: PageStructure,
	isUnmarked: boolean,
): Promise<PageStructure> {
	let reason = 'The source tells nothing, because it may be a sign-in page, too.';
	try {
		const source = await readPage(client, expected);
		const isDoubtful = isUnmarked && source.isUnmarked && source.hasPassword;
		if (!isDoubtful) return source;
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

async function readPage(client: Client, { jobId, sourceId }: ExpectedPage): Promise<SourcePage> {
	const fileId = await sourceId();
	if (fileId === undefined) throw new OperationFailed('The request does not name it');
	const read = async (file: ArrivingFile) => {
		const page = new PageReader();
		for await (const chunk of file.chunks) page.add(chunk);
		const { hasPassword, tags } = page;
		return { hasPassword, tags, isUnmarked: file.isDirect && !file.isAttachment };
	};
	return await sourcePages(client.context).get(
		JSON.stringify([jobId, fileId]),
		async () => await readSource(client, jobId, fileId, read),
	);
}
