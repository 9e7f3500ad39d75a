import { parseAuthUrl, parseBaseUrl } from '../../../nodes/http/address';

it.each([
	['https://api.example.com/v2', 'https://api.example.com/v2'],
	['https://api.example.com/v2///', 'https://api.example.com/v2'],
	[' https://api.example.com/v2/?x=1#y ', 'https://api.example.com/v2'],
	['api.example.com/v2', 'https://api.example.com/v2'],
	['http://localhost:8080/v2/', 'http://localhost:8080/v2'],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
	['http://[::1]:8080/', 'http://[::1]:8080'],
])('base address %s', (entered, expected) => {
	expect(parseBaseUrl(entered)).toBe(expected);
});

it.each([
	['https://login.example.com', 'https://login.example.com'],
	['https://login.example.com/connect/token', 'https://login.example.com'],
	['https://login.example.com/connect/token/', 'https://login.example.com'],
	['https://login.example.com/tenant/connect/', 'https://login.example.com/tenant'],
])('token address %s', (entered, expected) => {
	expect(parseAuthUrl(entered)).toBe(expected);
});

it.each([
	['', 'Base URL is empty'],
	['http://api.example.com', 'must begin with https://'],
	['ftp://api.example.com', 'must begin with https://'],
	['https://user:pass@api.example.com', 'must not contain a user name'],
	['https://', 'is not a web address'],
])('refuses %s', (entered, message) => {
	expect(() => parseBaseUrl(entered)).toThrow(message);
});

describe('where plain http can be switched on', () => {
	const parse = (entered: string, isAllowed: boolean) =>
		parseBaseUrl(entered, 'Service URL', { plainHttp: { isAllowed, switchName: 'Plain' } });

	it('it is accepted once it is', () => {
		expect(parse('http://settings.example.com/x', true)).toBe('http://settings.example.com/x');
	});

	it.each([
		['http://settings.example.com', false, 'with Plain switched on'],
		['ftp://settings.example.com', true, 'must begin with https://'],
		['http://user:pass@settings.example.com', true, 'must not contain a user name'],
	])('refuses %s (switched on: %s)', (entered, isAllowed, message) => {
		expect(() => parse(entered, isAllowed)).toThrow(message);
	});
});
