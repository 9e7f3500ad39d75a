/** What n8n's reviewers ask for: the nodes at work, in one take. `UPDATE_IMAGES=1` films it anew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeAnimation } from '../../scripts/n8n/animatedPng';

const root = join(__dirname, '..', '..');
const FILE = 'docs/images/first-workflow.png';

it('the README shows the first workflow as a film, short and small enough', () => {
	expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(
		new RegExp(`!\\[[^\\]]+\\]\\([^)]+${FILE}\\)`),
	);
	const film = readFileSync(join(root, FILE));
	expect(film.length).toBeLessThanOrEqual(3_000_000);
	const { frames, durationMs } = describeAnimation(film);
	expect(durationMs).toBeLessThan(5 * 60_000);
	expect(frames).toBeGreaterThan(100);
});
