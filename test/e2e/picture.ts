import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Pictures are always taken; only when asked for do they replace those of the documentation. */
const folder = process.env.UPDATE_IMAGES
	? join(__dirname, '..', '..', 'docs', 'images')
	: join(tmpdir(), 'translation-jobs-images');

/** The file for a picture of the documentation. */
export function picture(name: string): string {
	mkdirSync(folder, { recursive: true });
	return join(folder, `${name}.png`);
}
