import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { notFound, Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import type { Params } from '../http/router';
import type { Job, SourceFile, TranslationRequest } from '../model/model';
import type { State } from '../model/state';
import { translateFile, translatePairs } from '../model/translate';
import { sendFile, storedFile } from './sendFile';

type Target = { fmsFileId: string } | { requestId: string };
interface Link {
	readonly target: Target;
	readonly expires: number;
}

const links = new WeakMap<State, Map<string, Link>>();
const KEPT_LINKS = 50_000;

/** Creates a pre-signed address on the file host; it expires and needs no other credential. */
export function linkTo(state: State, target: Target): string {
	const known = links.get(state) ?? new Map<string, Link>();
	links.set(state, known);
	const key = `sbx-link-${randomBytes(18).toString('base64url')}`;
	known.set(key, {
		target,
		expires: state.clock.now() + state.variants.downloadLinkSeconds * 1000,
	});
	if (known.size > KEPT_LINKS) known.delete(known.keys().next().value as string);
	return `${state.urls.files}/fms/download/${key}`;
}

interface Translation {
	readonly fileName: string;
	readonly contentType: string;
	/** Missing if the file passes through unchanged. */
	readonly body?: Buffer;
	readonly file?: SourceFile;
}

export async function translationOf(
	state: State,
	job: Job,
	request: TranslationRequest,
): Promise<Translation> {
	const file = state.files.get(request.fmsFileId ?? '');
	if (file) {
		const body = await translateFile(file, request, state.variants);
		// A translation is UTF-8, whatever the source was.
		const isText = body !== undefined && /^text\/[^;]+$/i.test(file.contentType);
		return {
			fileName: file.fileName,
			contentType: isText ? `${file.contentType}; charset=utf-8` : file.contentType,
			file,
			body,
		};
	}
	const fields = job.contents.get(request.sourcecontentId ?? '')?.fields ?? [];
	const escape = (text: string) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;');
	const pairs = translatePairs(fields, request, state.variants).map(
		({ key, value }) => `  <field key="${escape(key)}">${escape(value)}</field>`,
	);
	const xml = [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<fields>',
		...pairs,
		'</fields>',
		'',
	].join('\n');
	return {
		fileName: `${request.requestName}.xml`,
		contentType: 'application/xml',
		body: Buffer.from(xml),
	};
}

/** GET /fms/download/{key} on the file host. */
export async function download(exchange: Exchange, { key = '' }: Params): Promise<void> {
	const { state } = exchange;
	const link = links.get(state)?.get(key);
	if (!link) throw notFound('Download', key);
	if (link.expires <= state.clock.now())
		throw new Refusal(403, 'LINK_EXPIRED', 'This download link has expired; ask for a new one.');
	if ('fmsFileId' in link.target) {
		const file = state.files.get(link.target.fmsFileId);
		if (!file) throw notFound('File', link.target.fmsFileId);
		exchange.entry.jobId = file.jobId;
		return await sendFile(exchange, storedFile(file));
	}
	const request = state.requests.get(link.target.requestId);
	const job = request && state.jobs.get(request.jobId);
	if (!request || !job) throw notFound('Request', link.target.requestId);
	exchange.entry.jobId = job.jobId;
	const { file, body, fileName, contentType } = await translationOf(state, job, request);
	const etag = `${request.requestId}.${request.deliveries}`;
	if (body === undefined && file) return await sendFile(exchange, storedFile(file, etag));
	const whole = body ?? Buffer.alloc(0);
	const read = (start: number, end: number) => Readable.from([whole.subarray(start, end + 1)]);
	await sendFile(exchange, { fileName, contentType, size: whole.length, etag, read });
}
