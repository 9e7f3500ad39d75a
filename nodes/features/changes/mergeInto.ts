import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { KeyValue, TranslationRequest } from '../../api/resources';
import { sentPaths } from '../../api/sentTexts';
import { giveWay } from '../../core/concurrency';
import type { EntryFile } from '../../form/entryFile';
import { counted, listed, warnOnce } from '../../form/hints';
import { readLanguageOptions } from '../../form/languages';
import { MERGE_INTO } from '../../form/mergeFields';
import { readChoice } from '../../form/parameters';
import { serverMs } from '../../rules/dates';
import { InvalidInput } from '../../rules/invalidInput';
import { omit } from '../../rules/json';
import { normaliseCode } from '../../rules/languages/codes';
import { findKnown, languagesOf, readEntriesByLanguage } from './knownTranslations';
import { chosenPlaces } from './match';
import { mergedOutput, mergeKnown } from './merge';
import { findUnclear, type Merged, mergeTexts } from './mergeTexts';
import { isEntered, readField, type Target } from './target';
import {
	type EntryKey,
	type Known,
	nameOf,
	newKnown,
	shownText,
	usable,
	writeKnown,
} from './value';

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
}

/** Puts the translations of a run into their entries, in the order of the items. */
export class Merges {
	/** What earlier items of the run have left, by entry and language. */
	private readonly states = new Map<string, Known>();

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
		const { file, translated } = target;
		const { targetNativeLanguageCode: language = '' } = delivered.request;
		const entry = target.entryFor(language);
		await giveWay();
		const { put, json } = this.usesKnown
			? await this.mergeWithKnown(itemIndex, entry, delivered, translated)
			: await this.mergeAlone(itemIndex, entry, delivered);
		if (!file) return { json };
		const named = translated?.fileName;
		const written = await file.write(language, put, { named, pattern });
		return { json: { ...omit(json, 'entry'), ...written.json }, file: written.file };
	}

	private async mergeAlone(
		itemIndex: number,
		entry: IDataObject,
		delivered: Delivered,
	): Promise<Put> {
		const { request, source, translated } = delivered;
		const places = placesNotSent(entry, delivered);
		if (places.length > 0) throw onlyPart(request, places);
		const { leftOut, put, ...merged } = mergeTexts(entry, source, translated);
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
		const known = key && (await mergeKnown(entry, newKnown(key), deliveryOf(delivered)));
		const json = {
			...merged,
			...(mayLeaveOut ? { leftOut } : {}),
			...(known ? { knownTranslations: writeKnown(known.known) } : {}),
		};
		return { put, json };
	}

	private async mergeWithKnown(
		itemIndex: number,
		entry: IDataObject,
		delivered: Delivered,
		translated?: EntryFile,
	): Promise<Put> {
		const key = keyOf(delivered.request);
		if (!key)
			throw new InvalidInput(
				`The service does not say which entry request ${delivered.request.requestId} belongs to`,
				"Known Translations needs 'Source ID': set it in 'Request Fields' of Send for Translation.",
			);
		const problems = findUnclear(delivered.source, delivered.translated);
		if (problems.length > 0) throw misfit(problems);
		const name = JSON.stringify([key.sourceId, normaliseCode(key.language)]);
		const earlier = this.states.get(name);
		const before = earlier ?? this.read(itemIndex, key);
		if (!before && placesNotSent(entry, delivered).length > 0)
			warnOnce(
				this.context,
				'no value',
				`Known Translations has no value for ${nameOf(key)}, of which only a part was sent. The other texts stand there in the source language: see the field "missing".`,
			);
		const merged = await mergeKnown(entry, before ?? newKnown(key), {
			...deliveryOf(delivered),
			// The items before have learned from it already.
			translatedEntry: earlier
				? undefined
				: (translated?.texts.translatedEntry ?? this.readTranslatedEntry(itemIndex, key)),
		});
		const { put, known, outdated } = merged;
		if (known.current.every((text) => shownText(text) === undefined)) throw otherEntry(key);
		this.states.set(name, known);
		await giveWay();
		return { put, json: { ...mergedOutput(key, merged), outdated } };
	}

	private read(itemIndex: number, key: EntryKey): Known | undefined {
		const given = readField(this.context, 'knownTranslations', itemIndex, 'Known Translations');
		return usable(key, () => findKnown(given, key, this.languagesOf(itemIndex, key)));
	}

	private readTranslatedEntry(itemIndex: number, key: EntryKey): unknown {
		const given = readField(this.context, 'translatedEntries', itemIndex, 'Translated Entries');
		const languages = this.languagesOf(itemIndex, key);
		return usable(key, () => readEntriesByLanguage(given, languages)).get(key.language);
	}

	private languagesOf(itemIndex: number, { language }: EntryKey) {
		return languagesOf([language], readLanguageOptions(this.context, itemIndex));
	}
}

const otherEntry = (key: EntryKey) =>
	new InvalidInput(
		`No text of ${MERGE_INTO} is known or was translated as ${nameOf(key)}`,
		`Nothing was merged, because it is probably another entry. If all of its texts have changed, merge this translation after the new one.`,
	);

function keyOf({
	sourceNativeId,
	targetNativeLanguageCode: language,
}: TranslationRequest): EntryKey | undefined {
	return sourceNativeId && language ? { sourceId: sourceNativeId, language } : undefined;
}

export function deliveryOf({ request, source, translated }: Delivered) {
	const origin = { id: request.requestId, at: serverMs(request.createdDate) ?? 0 };
	return { paths: sentPaths(request), request: origin, delivery: { source, translated } };
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
