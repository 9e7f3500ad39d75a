import { giveWay } from '../giveWay';
import { extensionForMediaType } from '../mediaTypes';
import { extensionOf } from '../names';
import { decode } from './encodings';
import { type Format, formatOf } from './formats';
import { type FileText, type Side, UnreadableFile } from './reader';

export interface NamedFile {
	fileName: string;
	/** Tells the format if the name has no extension. */
	mediaType?: string;
}

const kindOf = ({ fileName, mediaType }: NamedFile): string =>
	(extensionOf(fileName).slice(1) || extensionForMediaType(mediaType) || '').toLowerCase();

export const canBeCompared = (file: NamedFile): boolean =>
	formatOf(kindOf(file))?.isCompared === true;

/** Throws if the texts of such a file cannot be told. */
export function checkCanBeRead(file: NamedFile): Format {
	const format = formatOf(kindOf(file));
	if (!format) throw new UnreadableFile('is not a kind of file whose words can be counted');
	return format;
}

/**
 * The texts of a file. Of a side that is compared, they come with their keys and tags, and blank ones as
 * well. Throws `UnreadableFile` if they cannot be told, and as soon as the file turns out to be damaged.
 */
export async function* textsOfFile(
	bytes: Buffer,
	file: NamedFile,
	side?: Side,
): AsyncGenerator<FileText> {
	const extension = kindOf(file);
	const format = checkCanBeRead(file);
	const { text, encoding } = decode(bytes, extension);
	for (const found of format.texts(text, { extension, encoding, side })) {
		const pause = giveWay();
		if (pause) await pause;
		if (found && (side || found.text.trim() !== '')) yield found;
	}
}
