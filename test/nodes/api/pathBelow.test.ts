import fc from 'fast-check';

import { pathBelow } from '../../../nodes/api/apiCall';
import { tries } from '../../support/depth';

const BASE = 'https://service.example.com/v2';

describe('pathBelow', () => {
	it.each([
		['/providers', '/providers', {}],
		['providers', '/providers', {}],
		[' /jobs/a b?x=1&x=2#part ', '/jobs/a%20b', { x: ['1', '2'] }],
		['/jobs/%2Fx', '/jobs/%2Fx', {}],
		['/jobs/ü', '/jobs/%C3%BC', {}],
	])('takes %j', (entered, path, query) => {
		expect(pathBelow(entered)).toEqual({ path, query });
	});

	it.each([
		'',
		' ',
		'https://x/y',
		'javascript:x',
		'//x/y',
		'\\\\x',
		'/..',
		'/a/../b',
		'/a/%2e%2E/b',
		'/a/./b',
		'..',
		'/a\\b',
		'/a\nb',
		'/a\n/b',
		'/a%0Ab',
		'/a%00',
		'/a/%252e%252e/b',
		'/a/%2562',
		'/a/%u0062',
		'/a/100%',
		'/a;x=1',
		'/a%3Fx=1',
		'/a%5Cb',
		'/a/..;x=1/b',
		'/a/%2e%2e%2fb',
		'/a/\uFF0E\uFF0E/b',
	])('refuses %j', (entered) => {
		expect(() => pathBelow(entered)).toThrow(/Path/);
	});

	it('never leaves the base address, whatever is entered', () => {
		fc.assert(
			fc.property(
				fc.string({
					unit: fc.constantFrom(
						'/',
						'.',
						'\\',
						'%2e',
						'%2F',
						'@',
						':',
						'?',
						'#',
						'a',
						'https',
						' ',
						'\t',
						'é',
						'%',
					),
				}),
				(entered) => {
					let path: string;
					try {
						({ path } = pathBelow(entered));
					} catch {
						return;
					}
					const { origin, pathname } = new URL(BASE + path);
					expect(origin + pathname).toMatch(/^https:\/\/service\.example\.com\/v2\//);
				},
			),
			{ numRuns: tries({ part: 400, all: 20_000 }) },
		);
	});
});
