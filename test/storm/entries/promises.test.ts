import type { Evidence } from '../round';
import { type Entry, Library } from './library';
import { ENTRY_PROMISES } from './promises';

const NIGHT_MS = 3_600_000;
const LANGUAGE = 'de-de';
const isSentOnce = ENTRY_PROMISES['every new text is sent once per language']!;

/** A text is translated and stored, and a later night sends it again. */
interface Story {
	/** What stands in the translated entry. */
	shown: string;
	isEdited: boolean;
	/** The ids of the blocks with this text in that night. */
	blocks: number[];
	/** The first request is merged by then. */
	isStored?: boolean;
}

const entryOf = (text: string, ids: readonly number[]): Entry => ({
	id: 'entry-1',
	title: 'Title',
	picture: 1,
	blocks: ids.map((id) => ({ id, text })),
});

function problemsOf({ shown, isEdited, blocks, isStored = true }: Story): string[] {
	const library = new Library({
		instance: 'A',
		entries: 1,
		targets: [LANGUAGE],
		nights: [],
		acts: [],
	});
	const source = entryOf('Words', [1]);
	const translation = { entryId: 'entry-1', language: LANGUAGE, isKnown: true };
	library.nights.push(
		{ at: 0, entries: [source], translations: [] },
		{
			at: NIGHT_MS,
			entries: [entryOf('Words', blocks)],
			translations: [{ ...translation, source, entry: entryOf(shown, [1]) }],
		},
	);
	if (isEdited)
		library.allEdits.push({
			entryId: 'entry-1',
			language: LANGUAGE,
			block: 1,
			text: shown,
			source: 'Words',
			isExcused: false,
		});
	const jobs = ['first', 'second'].map((requestId, night) => ({
		submitted: night * NIGHT_MS,
		contents: [{ sourcecontentId: 'c', fields: [{ key: '/blocks/0/text', value: 'Words' }] }],
		requests: [
			{
				requestId,
				sourceNativeId: 'entry-1',
				targetNativeLanguageCode: LANGUAGE,
				sourcecontentId: 'c',
				status: 'TRANSLATION_APPROVED',
				created: night * NIGHT_MS + 1,
				deliveries: 1,
			},
		],
	}));
	const stored = isStored ? [{ requestId: 'first', text: '', at: NIGHT_MS / 2 }] : [];
	return isSentOnce({
		library,
		plan: { service: {} },
		snapshot: { jobs },
		records: { provider: [], stored },
	} as unknown as Evidence);
}

it('a text that is sent again while its translation stands breaks a promise', () => {
	const problems = problemsOf({ shown: 'Wörter', isEdited: false, blocks: [1, 2] });
	expect(problems).toEqual([expect.stringContaining('was sent 2 times, in first, second')]);
});

it('a copy of a text whose translation was edited is new: no edit is copied', () => {
	expect(problemsOf({ shown: 'Mine', isEdited: true, blocks: [1, 2] })).toEqual([]);
});

it.each([
	['stands where it stood', { blocks: [1] }],
	['has moved', { blocks: [2] }],
	['is still in translation', { blocks: [1, 2], isStored: false }],
])('an edited text that %s is not sent again', (_, story) => {
	expect(problemsOf({ shown: 'Mine', isEdited: true, ...story })).toHaveLength(1);
});
