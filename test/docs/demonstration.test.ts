/** What n8n's reviewers ask for: the nodes at work, in one take. `UPDATE_IMAGES=1` films it anew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { framesOf } from '../../scripts/n8n/animatedWebp';

const root = join(__dirname, '..', '..');
const FILE = 'docs/images/first-workflow.webp';

it('the README shows the first workflow as a film, short and small enough', () => {
	expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(
		new RegExp(`!\\[[^\\]]+\\]\\([^)]+${FILE}\\)`),
	);
	const film = readFileSync(join(root, FILE));
	expect(film.length).toBeLessThanOrEqual(3_000_000);
	const frames = framesOf(film);
	expect(frames.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(5 * 60_000);
	expect(frames.length).toBeGreaterThan(100);
});
