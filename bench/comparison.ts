/**
 * Compares entries with what is known about them: reads the values, finds what is new, and what
 * could be stored at once. Prints the processor seconds of the best round.
 */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import type { KeyValue } from '../nodes/api/resources';
import type { Now } from '../nodes/features/changes/now';
import { readTranslations } from '../nodes/features/changes/translations';
import { KnownEntry } from '../nodes/features/send/known/knownEntry';
import { bestOf, processorSecondsOf } from './measure';

interface Compared {
	entry: IDataObject & { id: string };
	texts: KeyValue[];
	rows: IDataObject[];
}

const ROUNDS = 3;
const [languages = [], paths = []] = process.argv.slice(2).map((list) => list.split(','));
const input = JSON.parse(readFileSync(0, 'utf8')) as Compared[];

async function compare({ entry, texts, rows }: Compared): Promise<void> {
	const wanted = { sourceId: entry.id, languages, options: {} };
	const known = new KnownEntry({
		draft: { sourceNativeId: entry.id, targetNativeLanguageCodes: languages } as never,
		entry,
		paths,
		texts,
		now: readTranslations(rows, wanted) as Map<string, Now>,
		existing: undefined,
	});
	await known.compare((error) => {
		throw error;
	});
	for (const language of languages)
		if (known.hasUnknown(language) || (await known.changedOutput(language, () => () => false)))
			throw new Error(`Entry ${entry.id} is not up to date in ${language}`);
}

async function main(): Promise<void> {
	const round = async () =>
		await processorSecondsOf(async () => {
			for (const each of input) await compare(each);
		});
	process.stdout.write(String(await bestOf(ROUNDS, round)));
}

void main();
