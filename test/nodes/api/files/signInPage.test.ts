import { PageReader } from '../../../../nodes/api/files/signInPage';

const SIGN_IN =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><h1>Sign in</h1>' +
	'<label>Name <input name="user"></label><INPUT\n data-a="1" TYPE = "Password" name="secret"><button>OK</button></form></body></html>';

function read(...chunks: Array<string | Buffer>): PageReader {
	const reader = new PageReader();
	for (const chunk of chunks) reader.add(Buffer.from(chunk as string));
	return reader.end();
}

describe('a password field', () => {
	it.each([
		['<input type="password">'],
		["<input name='a' type='password'/>"],
		['<INPUT TYPE=PASSWORD>'],
		['<input id=a\n\ttype =\n "password">'],
		['<input value=""type="password">'],
		['<v-text-field type="password" />'],
		['<input type=3D"password">'],
		[`<input ${'data-x="y" '.repeat(1_000)}type="password">`],
		[SIGN_IN],
	])('is seen: %s', (page) => {
		expect(read(page).hasPassword).toBe(true);
	});

	it.each([
		['<style>input[type=password] { color: red }</style>'],
		['<p>Write type="password" there</p>'],
		['&lt;input type="password"&gt;'],
		['<input type="text" name="password">'],
		['<input data-type="password">'],
		['<input type="passwords">'],
		['<input>type="password"'],
	])('is none: %s', (page) => {
		expect(read(page).hasPassword).toBe(false);
	});

	it('is seen wherever the bytes are divided', () => {
		for (let at = 0; at <= SIGN_IN.length; at++)
			expect(read(SIGN_IN.slice(0, at), SIGN_IN.slice(at))).toMatchObject({
				hasPassword: true,
				tags: read(SIGN_IN).tags,
			});
		expect(read(...SIGN_IN).hasPassword).toBe(true);
		expect(read(...SIGN_IN).tags).toEqual(read(SIGN_IN).tags);
	});

	it('is seen in UTF-16', () => {
		const bytes = Buffer.from(`\ufeff${SIGN_IN}`, 'utf16le');
		expect(read(bytes.subarray(0, 501), bytes.subarray(501)).hasPassword).toBe(true);
		expect(read(Buffer.from(bytes).swap16()).tags).toEqual(read(SIGN_IN).tags);
	});
});

it('texts are those between tags, without code, numbers and line breaks', () => {
	const page =
		'<style>p { color: red }</style><script>var name = "x";</script><h1>Your\n\t account</h1>12,5<p>Größe</p> & more<br>';
	const { texts, tags } = read(...page);
	expect([...texts]).toEqual(['Your account', Buffer.from('Größe').toString('latin1'), '& more']);
	expect([...tags.keys()]).toEqual(['style', 'script', 'h1', 'p']);
});

it('takes little memory, whatever the tags and texts are', () => {
	const reader = new PageReader();
	for (let tag = 0; tag < 5_000; tag++)
		reader.add(Buffer.from(`<x${tag} a="${'y'.repeat(50)}">${tag}${'z'.repeat(500)}`));
	reader.add(Buffer.from(`<${'z'.repeat(100_000)}`));
	const { tags, texts } = reader.end();
	expect([tags.size, texts.size]).toEqual([500, 500]);
	expect(JSON.stringify([reader, ...tags.keys(), ...texts]).length).toBeLessThan(100_000);
});
