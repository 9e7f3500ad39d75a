import { hideSignature, keysIn, redact } from '../../../nodes/core/redact';

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

describe('hides a secret in any spelling', () => {
	const SECRET = 'Gr\u00f6\u00dfe/7 "x" & <y>\\z';
	const html = (text: string) =>
		text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
	const every = (spell: (code: number) => string) =>
		[...SECRET].map((character) => spell(character.charCodeAt(0))).join('');

	it.each([
		['HTML', html(SECRET)],
		['HTML twice', html(html(SECRET))],
		[
			'HTML with names',
			html(SECRET).replace('ö', '&ouml;').replace('ß', '&szlig;').replace('/', '&sol;'),
		],
		['HTML by numbers', every((code) => `&#${code};`)],
		['HTML by hexadecimal numbers', every((code) => `&#x${code.toString(16)};`)],
		['an address in lower case', encodeURIComponent(SECRET).toLowerCase().replace('gr', 'Gr')],
		['an address twice', encodeURIComponent(encodeURIComponent(SECRET))],
		[
			'an old address',
			[...Buffer.from(SECRET, 'latin1')].map((b) => `%${b.toString(16)}`).join(''),
		],
		['JSON', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
		['JSON in ASCII', every((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
		['a script', every((code) => `\\x${code.toString(16).padStart(2, '0')}`)],
		['base64', Buffer.from(SECRET).toString('base64')],
		['base64 for addresses', Buffer.from(SECRET).toString('base64url')],
	])('%s', (_, spelled) => {
		expect(redact(`Refused (${spelled}).`, [SECRET])).toBe('Refused (***).');
	});

	it('base64 with the client ID', () => {
		const login = Buffer.from(`client:${SECRET}`).toString('base64');
		expect(redact(`Refused: ${login}`, [SECRET])).toBe('Refused: client:***');
	});

	it('base64 as host and path of an address', () => {
		const login = Buffer.from(`client:${SECRET}`).toString('base64url');
		expect(redact(`Sent to https://${login}.example.com/${login}`, [SECRET])).toBe(
			'Sent to https://client:***.example.com/client:***',
		);
	});

	it.each([
		['an address', `${encodeURIComponent(SECRET).slice(0, 17)}…`],
		['HTML', `${html(SECRET).slice(0, 16)}…`],
		['JSON', `${every((code) => `\\u${code.toString(16).padStart(4, '0')}`).slice(0, 45)}…`],
	])('%s, cut', (_, spelled) => {
		expect(redact(`Refused: ${spelled}`, [SECRET])).toBe('Refused: ***…');
	});

	it('takes no entities for a secret of signs alone', () => {
		expect(redact('a&nbsp;&nbsp;&nbsp;&nbsp;b', ['$$$$'])).toBe('a&nbsp;&nbsp;&nbsp;&nbsp;b');
	});

	it('and shows a text without one as it came', () => {
		const text = 'At 100 % &amp; \\u0041 %41 aGVsbG8gd29ybGQgaGVsbG8=';
		expect(redact(text, [SECRET])).toBe(text);
	});
});

describe('the keys in a pre-signed address', () => {
	it.each([
		['https://f.example/up/1?sv=2021-08-06&se=2026-11-18T10:00Z&sig=aB%2F3dEfG%3D', ['aB/3dEfG=']],
		['https://f.example/up?name=annual-report.docx&token=abc.def.ghijklmn', ['abc.def.ghijklmn']],
		['https://f.example/get/Zm9vYmFyYmF6', ['Zm9vYmFyYmF6']],
		['https://f.example/get/contract.docx', []],
		['no address', []],
	])('%s', (address, keys) => {
		expect(keysIn(address, true)).toEqual(keys);
	});
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
