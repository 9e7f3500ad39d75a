import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { digestOfTransferCode } from '../../bench/transferCode';

it('the figures of docs/internals/performance.md are those of the code that moves files now', () => {
	const page = readFileSync(join(__dirname, '../../docs/internals/performance.md'), 'utf8');
	const [, measured] = /<!-- transfer code: (\w+) -->/.exec(page) ?? [];
	// After a change, measure again: npm run bench -- files --docs
	expect(measured).toBe(digestOfTransferCode());
});
