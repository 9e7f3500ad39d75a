import { hideSignature, redact } from '../../../nodes/core/redact';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

it.each([
	['as it is', `Bad ${TOKEN}.`, 'Bad ***.'],
	['behind "Bearer"', `Bearer ${TOKEN}`, 'Bearer ***'],
	['cut in its middle', `${'x'.repeat(100)} ${TOKEN.slice(0, 20)}…`, `${'x'.repeat(100)} ***…`],
	['cut after a few characters', `${TOKEN.slice(0, 5)}… More.`, '***… More.'],
])('hides a secret %s', (_how, text, clean) => {
	expect(redact(text, [TOKEN])).toBe(clean);
});

it.each([
	['an address', 'a b&c', 'x=a%20b%26c'],
	['a form', "a b'c", 'x=a+b%27c'],
])('hides a secret as %s spells it', (_where, secret, text) => {
	expect(redact(text, [secret])).toBe('x=***');
});

it('hides the whole of a secret that begins like another', () => {
	expect(redact('token-12345678', ['token-1234', 'token-12345678'])).toBe('***');
});

it('leaves a cut text without a secret as it is', () => {
	expect(redact('A long message…', [TOKEN, 'long'])).toBe('A *** message…');
});

describe("the signature of a trigger's address", () => {
	it.each([
		[
			'https://n8n.example/webhook/1?signature=secret-value',
			'https://n8n.example/webhook/1?signature=***',
		],
		[
			'https://n8n.example/webhook/1?a=b&signature=secret-value&c=d#e',
			'https://n8n.example/webhook/1?a=b&signature=***&c=d#e',
		],
		[
			'https://n8n.example/webhook/1?a=b&amp;signature=secret-value',
			'https://n8n.example/webhook/1?a=b&amp;signature=***',
		],
		[
			'https%3A%2F%2Fn8n.example%2Fwebhook%3Fsignature%3Dsecret-value%26c',
			'https%3A%2F%2Fn8n.example%2Fwebhook%3Fsignature%3D***%26c',
		],
		[
			'{"uri":"https://n8n.example/webhook/1?a=b\\u0026signature=secret-value","type":"x"}',
			'{"uri":"https://n8n.example/webhook/1?a=b\\u0026signature=***","type":"x"}',
		],
		[
			'https://n8n.example/webhook/1?Signature=secret-value',
			'https://n8n.example/webhook/1?Signature=***',
		],
	])('is hidden in %s', (address, hidden) => {
		expect(hideSignature(address)).toBe(hidden);
	});

	it('is not seen in other words', () => {
		expect(hideSignature('https://n8n.example/a?designature=1&x=signature')).toBe(
			'https://n8n.example/a?designature=1&x=signature',
		);
	});
});

describe('a long text', () => {
	const LENGTH = 1_000_000;

	// Each would take minutes if the time grew with the square of the length.
	it.each([
		'https://',
		'https://a?',
		'Bearer ',
		'password',
		'password=',
		'"',
		'sig ',
		'token-',
		'&signature=',
		'%26signature%3D',
		'…',
	])('of %s is read in one go', (part) => {
		const text = part.repeat(LENGTH / part.length);
		expect(hideSignature(redact(text, ['token-'.repeat(300)]))).toContain(part[0]);
	});
});
