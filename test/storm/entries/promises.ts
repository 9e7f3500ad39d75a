/** What docs/entries.md promises about entries of which only what changed is sent. */
import type { Snapshot } from '../../../sandbox/control/snapshot';
import type { TranslationRequest } from '../../../sandbox/model/model';
import { pseudoText } from '../../../sandbox/model/pseudo';
import type { Evidence } from '../round';
import { type Edit, type Entry, type Library, type Night, type Text, textsOf } from './library';

/** Clocks of two processes are compared. */
const TOLERANCE_MS = 3_000;

export const ENTRY_PROMISES: Record<string, (evidence: Evidence) => string[]> = {
	'an entry ends as if everything had been sent': (evidence) =>
		forEachTranslation(evidence, (source, language, library) => {
			const shown = library.find(source.id, language)?.entry;
			if (!shown) return [`${source.id} has no translation into ${language}`];
			if (frameOf(shown) !== frameOf(source))
				return [`${source.id} in ${language} is ${frameOf(shown)}, not ${frameOf(source)}`];
			const isRight = ({ text, block }: Text) =>
				translationsOf(evidence, source.id, language, text).has(shownAt(shown, block));
			return textsOf(source)
				.filter((text) => !isRight(text))
				.map(
					({ text, block }) => `"${text}" in ${language} is shown as "${shownAt(shown, block)}"`,
				);
		}),

	'no text shows a translation of another source': (evidence) =>
		(evidence.library?.history ?? []).flatMap(({ language, entry, source }) =>
			textsOf(source)
				.filter(({ text, block }) => {
					const shown = shownAt(entry, block);
					return shown !== text && !translationsOf(evidence, source.id, language, text).has(shown);
				})
				.map(
					({ text, block }) =>
						`"${shownAt(entry, block)}" stood for "${text}" of ${source.id} in ${language}`,
				),
		),

	'edits stay as long as their source stays, and none disappears unlisted': (evidence) =>
		forEachTranslation(evidence, (source, language, library) => {
			const { edits, listed } = library;
			const shown = textsOf(library.find(source.id, language)?.entry ?? source).map(
				({ text }) => text,
			);
			// An edit belongs to its place, and of equal texts nobody can tell which one moved.
			const hadTwin = ({ source: text }: Edit) =>
				[source, ...library.history.map((state) => state.source)].some(
					(state) =>
						state.id === source.id &&
						textsOf(state).filter((each) => each.text === text).length > 1,
				);
			const stays = (edit: Edit) =>
				!edit.isExcused &&
				!hadTwin(edit) &&
				textsOf(source).some(({ block, text }) => block === edit.block && text === edit.source);
			return edits
				.filter((edit) => edit.entryId === source.id && edit.language === language)
				.filter(({ text }) => !shown.includes(text))
				.filter((edit) => stays(edit) || !listed.has(edit.text))
				.map(
					(edit) =>
						`${edit.text} of "${edit.source}" in ${language} ${listed.has(edit.text) ? 'was replaced' : 'disappeared'}`,
				);
		}),

	'every new text is sent once per language': (evidence) =>
		evidence.library
			? [
					...groupBy(
						sentTexts(evidence.snapshot).filter(
							(sent) => isNotCancelled(sent) && !hadFailed(sent, evidence.records),
						),
						({ name }) => name,
					),
				]
					.filter(([, sent]) => !sent.some(mayBeSentAgain))
					.map(([name, sent]) => [name, withoutCopiesOfEdited(evidence, sent)] as const)
					.filter(([, sent]) => sent.length > 1)
					.map(
						([name, sent]) =>
							`${name} was sent ${sent.length} times, in ${sent.map(({ request }) => request.requestId).join(', ')}`,
					)
			: [],
};

const forEachTranslation = (
	{ plan, library }: Evidence,
	check: (source: Entry, language: string, library: Library) => string[],
): string[] =>
	library
		? library.entries.flatMap((entry) =>
				plan.entries!.targets.flatMap((language) => check(entry, language, library)),
			)
		: [];

/** All of it but its texts. */
const frameOf = ({ title: _title, blocks, ...others }: Entry): string =>
	JSON.stringify({ ...others, blocks: blocks.map(({ text: _text, ...block }) => block) });

const shownAt = (entry: Entry, block: number): string =>
	textsOf(entry).find((text) => text.block === block)?.text ?? '';

interface Sent {
	name: string;
	text: string;
	request: TranslationRequest;
}

/** Each text once per request. */
const sentTexts = ({ jobs }: Snapshot): Sent[] =>
	jobs
		.filter(({ submitted }) => submitted !== undefined)
		.flatMap(({ requests, contents }) =>
			requests.flatMap((request) => {
				const { sourceNativeId, targetNativeLanguageCode: language } = request;
				if (!sourceNativeId?.startsWith('entry-')) return [];
				const content = contents.find(
					({ sourcecontentId }) => sourcecontentId === request.sourcecontentId,
				);
				const texts = new Set(content?.fields.map(({ value }) => value));
				return [...texts].map((text) => ({
					name: `"${text}" of ${sourceNativeId} into ${language}`,
					text,
					request,
				}));
			}),
		);

const isNotCancelled = ({ request }: Sent) => request.status !== 'CANCELLED';

/** The workflow sends again what failed. The provider may deliver it all the same. */
const hadFailed = ({ request }: Sent, { provider }: Evidence['records']) =>
	provider.some(({ act, requestIds }) => act === 'fail' && requestIds.includes(request.requestId));

/**
 * After a second delivery, known translations of the same words may differ. What needs no review is
 * handed over once, and the execution may have failed.
 */
const mayBeSentAgain = ({ request: { deliveries, status } }: Sent) =>
	deliveries > 1 || status.startsWith('COMPLETED');

/** Without what was sent for a copy of an edited text. What was in translation that night is not sent. */
function withoutCopiesOfEdited(evidence: Evidence, sent: readonly Sent[]): Sent[] {
	const { plan, records } = evidence;
	const { nights } = evidence.library!;
	const offset = plan.service.clockOffsetMs ?? 0;
	const inOrder = [...sent].sort((one, other) => one.request.created - other.request.created);
	return inOrder.filter((each, index) => {
		const night = nights.findLast(({ at }) => at <= each.request.created - offset + TOLERANCE_MS);
		const isStored = ({ request }: Sent) =>
			records.stored.some(
				({ requestId, at }) => requestId === request.requestId && at <= night!.at,
			);
		return !(
			night &&
			inOrder.slice(0, index).every(isStored) &&
			wasCopyOfEdited(evidence.library!, night, each)
		);
	});
}

/**
 * An edit moves along, and is not copied: if all that stood for a text was edited, and the text stands
 * at two places, no translation of it is left for one of them.
 */
function wasCopyOfEdited({ allEdits }: Library, night: Night, { text, request }: Sent): boolean {
	const { sourceNativeId, targetNativeLanguageCode } = request;
	const source = night.entries.find(({ id }) => id === sourceNativeId)!;
	const translation = night.translations.find(
		({ entryId, language }) => entryId === sourceNativeId && language === targetNativeLanguageCode,
	);
	if (!translation) return false;
	const placesIn = (entry: Entry) => textsOf(entry).filter((each) => each.text === text);
	const before = placesIn(translation.source);
	const shown = before.map(({ block }) => shownAt(translation.entry, block));
	return (
		before.length > 0 &&
		Math.max(before.length, placesIn(source).length) > 1 &&
		shown.every((each) => allEdits.some((edit) => edit.text === each))
	);
}

/** Everything that may stand for a text: what was delivered for it, and edits. */
function translationsOf(
	{ snapshot, library, records }: Evidence,
	entryId: string,
	language: string,
	text: string,
): Set<string> {
	const deliveries = sentTexts(snapshot)
		.filter(
			(sent) =>
				sent.text === text &&
				sent.request.sourceNativeId === entryId &&
				sent.request.targetNativeLanguageCode === language,
		)
		.flatMap(({ request: { requestId, deliveries: count } }) => [
			...Array.from({ length: count }, (_, index) =>
				pseudoText(text, index > 0 ? `${language} #${index + 1}` : language),
			),
			...(records.provider.some(
				({ act, requestIds }) => act === 'deliverUnreviewed' && requestIds.includes(requestId),
			)
				? [text]
				: []),
		]);
	const edits = library!.allEdits.filter(
		(edit) => edit.entryId === entryId && edit.language === language && edit.source === text,
	);
	return new Set([...deliveries, ...edits.map((edit) => edit.text)]);
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values)
		groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
	return groups;
}
