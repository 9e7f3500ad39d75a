import { pathSegment } from '../../../nodes/api/wire';
import { refusal } from '../../support/refusal';

describe('pathSegment', () => {
	it.each([
		['abc-123', 'abc-123'],
		[' abc ', 'abc'],
		[42, '42'],
		['a/b', 'a%2Fb'],
		['../../providers', '..%2F..%2Fproviders'],
		['a?b#c', 'a%3Fb%23c'],
		['%2e%2e', '%252e%252e'],
		['a\\b', 'a%5Cb'],
		['ü', '%C3%BC'],
	])('encodes %p as %s', (id, segment) => {
		expect(pathSegment(id, 'Job')).toBe(segment);
	});

	it('never leaves the path it is put into', () => {
		for (const id of ['../x', '/x', '//host/x', 'a/../../x', '\\..\\x', '%2e%2e/x']) {
			const url = new URL(`https://service.example/v2/jobs/${pathSegment(id, 'Job')}/submit`);
			expect(url.host).toBe('service.example');
			expect(url.pathname).toMatch(/^\/v2\/jobs\/[^/]+\/submit$/);
		}
	});

	it.each(['', '  ', null, undefined, {}, []])('refuses %p as empty', (id) => {
		expect(refusal(() => pathSegment(id, 'Job')).message).toBe('Job is empty');
	});

	it.each(['.', '..', ' .. ', '\ud800'])('refuses %p', (id) => {
		expect(refusal(() => pathSegment(id, 'Job')).message).toMatch(/^Job ".*" is not an id$/s);
	});
});
