import { readFile } from 'node:fs/promises';

import { conflict, notFound } from '../calls/refusal';
import { translationOf } from '../files/downloads';
import type { SourceFile } from '../model/model';
import type { State } from '../model/state';
import { translatePairs } from '../model/translate';

const LARGEST_FILE = 1_000_000;
const SHOWN_CHARACTERS = 20_000;

/** A file as a whole, or one of the key/value pairs. */
interface Part {
	key?: string;
	source: string;
	target: string;
	/** Only the beginning is shown. */
	isCut: boolean;
}

/** A translation beside its source, for people. */
export interface TranslationView {
	requestName: string;
	sourceLanguage: string;
	targetLanguage: string;
	fileName?: string;
	/** None if the file is not a text, or too large. */
	parts: Part[];
}

export async function translationView(state: State, requestId: string): Promise<TranslationView> {
	const request = state.requests.get(requestId);
	const job = request && state.jobs.get(request.jobId);
	if (!request || !job) throw notFound('Request', requestId);
	if (request.deliveries === 0)
		throw conflict('NOT_TRANSLATED', `Request ${requestId} has no translation yet.`);
	const file = state.files.get(request.fmsFileId ?? '');
	const view = {
		requestName: request.requestName,
		sourceLanguage: request.sourceNativeLanguageCode,
		targetLanguage: request.targetNativeLanguageCode,
	};
	if (!file) {
		const fields = job.contents.get(request.sourcecontentId ?? '')?.fields ?? [];
		const translated = translatePairs(fields, request, state.variants);
		const parts = fields.map(({ key, value }, index) =>
			part(value, translated[index]?.value ?? '', key),
		);
		return { ...view, parts };
	}
	const source = await readText(file);
	const { body } = await translationOf(state, job, request);
	const parts = source === undefined ? [] : [part(source, body?.toString() ?? source)];
	return { ...view, fileName: file.fileName, parts };
}

const part = (source: string, target: string, key?: string): Part => ({
	key,
	source: source.slice(0, SHOWN_CHARACTERS),
	target: target.slice(0, SHOWN_CHARACTERS),
	isCut: Math.max(source.length, target.length) > SHOWN_CHARACTERS,
});

async function readText({ path, size }: SourceFile): Promise<string | undefined> {
	if (path === undefined || size > LARGEST_FILE) return undefined;
	const content = await readFile(path);
	const text = content.toString('utf8');
	const isText = Buffer.from(text).equals(content) && !text.includes('\0');
	return isText ? text : undefined;
}
