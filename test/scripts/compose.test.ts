/** No container is started here: this keeps the file equal to what `npm run test:queue` really runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { version } from '../../package.json';
import { N8N_VERSION } from '../../scripts/n8n/install/runtime';

const root = join(__dirname, '..', '..');
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
const queue = readFileSync(join(root, 'test/queue/instance.ts'), 'utf8');

it('names the n8n that is tested and this version of the package', () => {
	const images = [...compose.matchAll(/image: n8nio\/n8n:(\S+)/g)].map(([, tag]) => tag);
	expect(new Set(images)).toEqual(new Set([N8N_VERSION]));
	expect(compose).toContain(`n8n-nodes-translation-jobs@${version}]`);
});

it('runs the processes that are tested, with their settings', () => {
	expect(queue).toContain('WORKERS = 2;');
	expect(compose).toContain('replicas: 2');
	expect(queue).toContain('CONCURRENCY = 5;');
	expect(compose).toContain('command: worker --concurrency=5');
	for (const [, name, value] of queue.matchAll(/^\t\t(\w+): '(\w+)',$/gm))
		expect(compose).toMatch(new RegExp(`${name}: '?${value}'?$`, 'm'));
});
