import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const temporary = join(tmpdir(), 'translation-jobs-images');
/** Pictures are always taken; only when asked for do they replace those of the documentation. */
const documented = process.env.UPDATE_IMAGES
	? join(__dirname, '..', '..', 'docs', 'images')
	: temporary;

/** The file for a picture of the documentation. */
export const picture = (name: string): string => fileIn(documented, name);

/** The file for the picture of a template in the gallery. */
export const galleryPicture = (name: string): string =>
	fileIn(join(documented, 'templates'), name, 'jpg');

/** The file for a film of the documentation. */
export const filmFile = (name: string): string => fileIn(documented, name, 'webp');

/** The file for a picture that is only looked at. */
export const glance = (name: string): string => fileIn(temporary, name);

function fileIn(folder: string, name: string, type = 'png'): string {
	mkdirSync(folder, { recursive: true });
	return join(folder, `${name}.${type}`);
}
