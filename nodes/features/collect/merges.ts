import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { counted, listed } from '../../../l10n/counted';
import { chooseTexts } from '../../../l10n/entries/chooseTexts';
import { parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { InvalidInput } from '../../../l10n/invalidInput';
import { omit, parseJson } from '../../../l10n/json';
import { normaliseCode } from '../../../l10n/languageTags';
import {
	KNOWN,
	type Lock,
	type LockKey,
	nameOf,
	newLock,
	withPaths,
	writeLock,
} from '../../../l10n/lock/lock';
import { type MergedLocked, mergeLocked } from '../../../l10n/lock/mergeLocked';
import { findUnclear, type Merged, mergeStrict } from '../../../l10n/lock/mergeStrict';
import { sentPaths } from '../../api/requestTexts';
import type { KeyValue, TranslationRequest } from '../../api/resources';
import { giveWay } from '../../core/concurrency';
import { showHint, warnOnce } from '../../core/notices';
import { EntryFile } from '../../form/entryFile';
import { readLanguageOptions } from '../../form/languages';
import { MERGE_INTO, TRANSLATED_FILES } from '../../form/mergeFields';
import { readChoice, readIfGiven } from '../../form/parameters';
import { serverMs } from '../../rules/dates';
import { mergedOutput, type Now, openFile, sayPutBack, withUnchosen } from '../changes/now';
import { isGiven, readTranslatedFiles, readTranslations, usable } from '../changes/translations';

const PLACES_SHOWN = 5;

/** A request, and what came back for it. */
export interface Delivered {
	request: TranslationRequest;
	source: KeyValue[];
	translated: KeyValue[];
}

export interface MergedOutput {
	json: IDataObject;
	/** Instead of an entry. */
	file?: IBinaryData;
}

interface Put {
	put: ReadonlyMap<string, string>;
	json: IDataObject;
	file?: EntryFile;
}

/** Puts the translations of a run into their entries, in the order of the items. */
export class Merges {
	/** What earlier items of the run have left, by entry and language. */
	private readonly states = new Map<string, Now>();
	private replaced = 0;
	private putBack = 0;

	constructor(private readonly context: IExecuteFunctions) {}

	get usesKnown(): boolean {
		return isEntered(this.context, 'knownTranslations');
	}

	/** @param pattern - How to name a file. */
	async merge(
		itemIndex: number,
		target: Target,
		delivered: Delivered,
		pattern?: string,
	): Promise<MergedOutput> {
		const { targetNativeLanguageCode: language = '', ...request } = delivered.request;
		await giveWay();
		const { put, json, file } = this.usesKnown
			? await this.mergeWithKnown(itemIndex, target, delivered)
			: await this.mergeAlone(itemIndex, await target.entryFor(language), delivered);
		if (!target.file) return { json };
		const written = await target.file.write(language, put, {
			now: file,
			pattern,
			id: request.sourceNativeId || request.requestId,
		});
		return { json: { ...omit(json, 'entry'), ...written.json }, file: written.file };
	}

	addHints(): void {
		const { context, replaced, putBack } = this;
		if (replaced > 0)
			showHint(
				context,
				`${counted(replaced, 'text')} of translated entries could not be kept: see the field "replacedEdits".`,
				'warning',
			);
		if (putBack > 0) showHint(context, sayPutBack(putBack), 'warning');
	}

	private async mergeAlone(
		itemIndex: number,
		entry: IDataObject,
		delivered: Delivered,
	): Promise<Put> {
		const { request, source, translated } = delivered;
		const places = placesNotSent(entry, delivered);
		if (places.length > 0) throw onlyPart(request, places);
		const { leftOut, put, ...merged } = mergeStrict(entry, source, translated);
		// If no text fits, it is another entry.
		const mayLeaveOut =
			put.size > 0 && readChoice(this.context, 'options.misfit', itemIndex) === 'leaveOut';
		if (mayLeaveOut && leftOut.length > 0)
			warnOnce(
				this.context,
				'left out',
				'Some texts do not fit into their entry and were left out: see the field "leftOut".',
			);
		if (!mayLeaveOut && leftOut.length > 0) throw misfit(leftOut);
		const key = keyOf(request);
		const known = key && (await mergeDelivered(entry, { lock: newLock(key) }, delivered));
		const json = {
			...merged,
			...(mayLeaveOut ? { leftOut } : {}),
			...(known ? { knownTranslations: writeLock(known.lock) } : {}),
		};
		return { put, json };
	}

	private async mergeWithKnown(
		itemIndex: number,
		target: Target,
		delivered: Delivered,
	): Promise<Put> {
		const key = keyOf(delivered.request);
		if (!key)
			throw new InvalidInput(
				`The service does not say which entry request ${delivered.request.requestId} belongs to`,
				"Known Translations needs 'Source ID': set it in 'Request Fields' of Send for Translation.",
			);
		const problems = findUnclear(delivered.source, delivered.translated);
		if (problems.length > 0) throw misfit(problems);
		const entry = await target.entryFor(key.language);
		const name = JSON.stringify([key.sourceId, normaliseCode(key.language)]);
		const now = this.states.get(name) ?? (await this.read(itemIndex, key));
		if (!now.lock && placesNotSent(entry, delivered).length > 0)
			warnOnce(
				this.context,
				'no value',
				`Known Translations has no value for ${nameOf(key)}, of which only a part was sent. The other texts stand there in the source language: see the field "missing".`,
			);
		const lock = now.lock ?? newLock(key);
		const found = await mergeDelivered(entry, { ...now, lock }, delivered, target.file?.isPo);
		if (found.put.size === 0) throw otherEntry(key);
		const merged = target.file ? withUnchosen(found, key.language, target.file, now.file) : found;
		this.states.set(name, { lock: merged.lock, translatedEntry: merged.entry, file: now.file });
		this.replaced += merged.replacedEdits.length;
		this.putBack += merged.putBack;
		const json = { ...mergedOutput(key, merged), outdated: merged.outdated };
		return { put: merged.put, json, file: now.file };
	}

	private async read(itemIndex: number, key: LockKey): Promise<Now> {
		const options = readLanguageOptions(this.context, itemIndex);
		const wanted = { sourceId: key.sourceId, languages: [key.language], options };
		const rows = readField(this.context, 'knownTranslations', itemIndex, KNOWN);
		const files = readField(this.context, 'translatedFiles', itemIndex, TRANSLATED_FILES);
		const read = usable(key, () => ({
			all: readTranslations(rows, wanted),
			files: readTranslatedFiles(files, wanted),
		}));
		const own = read.all.get(key.language);
		if (own instanceof InvalidInput) throw own;
		return await openFile(this.context, itemIndex, key, own, read.files.get(key.language));
	}
}

async function mergeDelivered(
	entry: IDataObject,
	{ lock: before, translatedEntry }: Now & { lock: Lock },
	{ request, source, translated }: Delivered,
	isPo = false,
): Promise<MergedLocked<IDataObject>> {
	const origin = { id: request.requestId, at: serverMs(request.createdDate) ?? 0 };
	const lock = withPaths(before, sentPaths(request), origin.at);
	const known = [...lock.texts.map(({ place }) => place), ...source.map(({ key }) => key)];
	const places = lock.paths.length > 0 ? chosenPlaces(entry, lock.paths) : known;
	const delivery = { request: origin, source, translated };
	return await mergeLocked(entry, places, translatedEntry, lock, delivery, { isPo });
}

/** The texts that the paths choose, by their places. */
export const chosenPlaces = (entry: unknown, paths: readonly string[]): Set<string> =>
	new Set(
		paths.length > 0
			? chooseTexts(entry, parseFieldPaths([...paths])).texts.map(({ key }) => key)
			: [],
	);

const otherEntry = (key: LockKey) =>
	new InvalidInput(
		`No text of ${MERGE_INTO} is known or was translated as ${nameOf(key)}`,
		`Nothing was merged, because it is probably another entry. If all of its texts have changed, merge this translation after the new one.`,
	);

function keyOf({
	sourceNativeId,
	targetNativeLanguageCode: language,
}: TranslationRequest): LockKey | undefined {
	return sourceNativeId && language ? { sourceId: sourceNativeId, language } : undefined;
}

function misfit(leftOut: Merged<unknown>['leftOut']): InvalidInput {
	const places = leftOut.map(({ key, reason }) => `"${key}" (${reason})`);
	return new InvalidInput(
		`${counted(leftOut.length, 'text')} of the translation cannot be put into the entry: ${listed(places, PLACES_SHOWN)}`,
		`Nothing was merged. Use the entry as it was when it was sent, or send the changed entry again. To merge the other texts, set the option 'If a Text Does Not Fit' to "Leave It Out and Warn".`,
	);
}

/** Send chose these texts, and left them out because they were known or in translation. */
function placesNotSent(entry: IDataObject, { request, source }: Delivered): string[] {
	const sent = new Set(source.map(({ key }) => key));
	return [...chosenPlaces(entry, sentPaths(request))].filter((place) => !sent.has(place));
}

function onlyPart(request: TranslationRequest, places: readonly string[]): InvalidInput {
	const key = keyOf(request);
	const quoted = places.map((place) => `"${place}"`);
	return new InvalidInput(
		`Request ${request.requestId} holds only a part of ${key ? nameOf(key) : 'its entry'}, and 'Known Translations' is not set. Not sent with it: ${listed(quoted, PLACES_SHOWN)}`,
		"Nothing was merged, because these texts would stand there in the source language. Set 'Known Translations' to the value that is stored for this entry and language.",
	);
}

/** Whether the field is filled, even if its expression gives nothing for an item. */
export const isEntered = (context: IExecuteFunctions, name: string): boolean =>
	!/^=?\s*$/.test(String(context.getNode().parameters[name] ?? ''));

export const isMerging = (context: IExecuteFunctions): boolean => isEntered(context, 'mergeInto');

/** Where the translations of an item go. */
export interface Target {
	entryFor(language: string): Promise<IDataObject>;
	file?: EntryFile;
}

/** An object or JSON is an entry, another text the binary field of a source file. */
export async function readTarget(context: IExecuteFunctions, itemIndex: number): Promise<Target> {
	const given = readField(context, 'mergeInto', itemIndex, MERGE_INTO);
	// To merge nothing then would lose the translation.
	if (!isGiven(given))
		throw new InvalidInput(
			`${MERGE_INTO} gives no entry and no file for this item`,
			'Check the expression, and that the node before found the entry.',
		);
	if (typeof given === 'string' && !/^\s*[{["]/.test(given)) {
		const file = await EntryFile.open(context, itemIndex, given.trim(), MERGE_INTO);
		return { entryFor: async (language) => await file.entryFor(language), file };
	}
	const entry = parseJson(given, MERGE_INTO, 'object') as IDataObject;
	return { entryFor: async () => entry };
}

/** A failed expression concerns its item alone. */
export function readField(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	label: string,
) {
	try {
		return readIfGiven(context, name, itemIndex);
	} catch (error) {
		throw unreadable(error as InvalidInput, label);
	}
}

const unreadable = ({ message, description }: InvalidInput, label: string): InvalidInput =>
	new InvalidInput(`${label} cannot be read: ${message}`, description);
