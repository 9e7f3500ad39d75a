import { PageReader } from '../../../../nodes/api/files/signInPage';
import type { ArrivingFile } from '../../../../nodes/http/transfers/arrivingFile';

const SIGN_IN =
	'<!DOCTYPE html><html><head><title>Sign in</title><META\n HTTP-EQUIV = "Refresh" content="1"></head><body><FORM method="post">' +
	'<label>Name <input name="user"></label></form><script src="/a.js"></script></body></html>';

function read(...chunks: Array<string | Buffer>) {
	const reader = new PageReader();
	for (const chunk of chunks) reader.add(Buffer.from(chunk as string));
	return reader.end({ isAttachment: false } as ArrivingFile);
}

describe('what leads somewhere', () => {
	it.each<[string, string[]]>([
		['<form>', ['form']],
		['<FORM\n\taction="/login">', ['form']],
		['<script>location = "/login"</script>', ['script']],
		['<meta http-equiv="refresh" content="0; url=/login">', ['refresh']],
		['<meta content="0" http-equiv=refresh>', ['refresh']],
		['<meta http-equiv=3D"refresh">', ['refresh']],
		[`<form ${'data-x="y" '.repeat(1_000)}>`, ['form']],
		[SIGN_IN, ['refresh', 'form', 'script']],
	])('is seen: %s', (page, marks) => {
		expect([...read(page).marks]).toEqual(marks);
	});

	it.each([
		['<p>A form, a script</p>'],
		['&lt;form&gt;'],
		['<formula>x</formula></form>'],
		['<meta name="refresh" content="no">'],
		['<meta http-equiv="content-type" content="refresh">'],
	])('is not there: %s', (page) => {
		expect([...read(page).marks]).toEqual([]);
	});

	it('is seen wherever the bytes are divided, and so are the texts', () => {
		const whole = read(SIGN_IN);
		for (let at = 0; at <= SIGN_IN.length; at++)
			expect(read(SIGN_IN.slice(0, at), SIGN_IN.slice(at))).toEqual(whole);
		expect(read(...SIGN_IN)).toEqual(whole);
	});

	it('is seen in UTF-16', () => {
		const bytes = Buffer.from(`\ufeff${SIGN_IN}`, 'utf16le');
		const { marks } = read(SIGN_IN);
		expect(read(bytes.subarray(0, 501), bytes.subarray(501)).marks).toEqual(marks);
		expect(read(Buffer.from(bytes).swap16()).marks).toEqual(marks);
	});
});

it('pages say the same if their texts are the same, whatever their code is', () => {
	const { digestOfTexts } = read('<script>key = "1"</script><p id="1">Sign in</p>');
	expect(read('<script>key = "2"</script><p id="2"> Sign in\n</p>').digestOfTexts).toBe(
		digestOfTexts,
	);
	expect(read('<script>key = "1"</script><p id="1">Anmelden</p>').digestOfTexts).not.toBe(
		digestOfTexts,
	);
});

it('takes little memory, whatever the tags and texts are', () => {
	const reader = new PageReader();
	for (let tag = 0; tag < 5_000; tag++)
		reader.add(Buffer.from(`<x${tag} a="${'y'.repeat(50)}">${tag}${'z'.repeat(500)}`));
	reader.add(Buffer.from(`<${'z'.repeat(100_000)}`));
	expect(JSON.stringify(reader).length).toBeLessThan(10_000);
});
