import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LocaleFile } from '../../l10n/formats/localeFile';
import { InvalidInput } from '../../l10n/invalidInput';
import { extensionOf, plainFileName } from '../../l10n/names';
import { storeFile } from '../api/files/storeFile';
import { binarySource } from '../http/transfers/fileSource';
import { applyFileNamePattern, storeName } from '../rules/fileNames';
import type { FileReference } from './fileFields';
import { MAX_BYTES, withWholeFile } from './wholeFiles';

export interface WrittenFile {
	json: IDataObject;
	file: IBinaryData;
}

/** How a new file is named, so that no two languages and their source share a name. */
const NEW_FILE = '{name}.{language}.{extension}';

interface Written {
	/** The file as it is now in this language. */
	now?: EntryFile;
	/** What the user wants instead. */
	pattern?: string;
	/** Of the entry, or of what else it is. */
	id: string;
}

/** A file of an item. Its texts are an entry. */
export class EntryFile {
	private constructor(
		private readonly context: IExecuteFunctions,
		readonly texts: LocaleFile,
		private readonly mimeType: string,
	) {}

	static async open(
		context: IExecuteFunctions,
		itemIndex: number,
		reference: FileReference,
		field: string,
	): Promise<EntryFile> {
		const fields = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
		if (typeof reference === 'string' && !fields.includes(reference))
			throw new InvalidInput(
				`${field}: the item has no file in the field "${reference}"`,
				fields.length > 0
					? `It has files in these fields: ${fields.join(', ')}.`
					: 'Check the node that should provide the file: its output must have binary data.',
			);
		const source = await binarySource(context, itemIndex, reference);
		const { fileName = 'The file', size, mediaType } = source;
		if (size > MAX_BYTES)
			throw new InvalidInput(
				`${fileName} is ${size.toLocaleString('en-US')} bytes long; the limit for the texts of a file is ${MAX_BYTES.toLocaleString('en-US')}`,
				'Send it as a whole: set \'What to Translate\' to "File".',
			);
		const texts = await withWholeFile(
			source,
			async (bytes) => await LocaleFile.open(bytes, fileName),
		);
		return new EntryFile(context, texts, mediaType);
	}

	/** Numbers in its places are plural forms. */
	get isPo(): boolean {
		return extensionOf(this.fileName).toLowerCase() === '.po';
	}

	get fileName(): string {
		return this.texts.fileName;
	}

	/** Languages that need the same plural forms get the same texts. */
	groupLanguages(languages: readonly string[]): string[][] {
		const groups = new Map<string, string[]>();
		for (const language of languages) {
			const forms = this.texts.formsFor(language);
			groups.set(forms, [...(groups.get(forms) ?? []), language]);
		}
		return [...groups.values()];
	}

	async entryFor(language: string): Promise<IDataObject> {
		return (await this.texts.entryFor(language)) as IDataObject;
	}

	async write(
		language: string,
		texts: ReadonlyMap<string, string>,
		{ now, pattern = now ? undefined : NEW_FILE, id }: Written,
	): Promise<WrittenFile> {
		const bytes = await this.texts.write(language, texts, now?.texts);
		const shown = plainFileName(language);
		const fileName = pattern
			? applyFileNamePattern(pattern, { fileName: this.fileName, language: shown })
			: now!.fileName;
		const whole = async function* () {
			yield bytes;
		};
		const about = { fileName, mimeType: this.mimeType, language: shown };
		const { binary, ...facts } = await storeFile(this.context, whole(), about);
		const store = storeName({ fileName, lastingName: this.fileName, ids: [id], language });
		return { json: { ...facts, storeName: store }, file: binary };
	}
}
