import {
	fileKindOf,
	isHtmlPage,
	isUnexpectedContent,
	looksLikePage,
} from '../../../nodes/rules/fileKind';

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body></body></html>';
const XHTML =
	'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><html xmlns="http://www.w3.org/1999/xhtml">';
const ZIP = 'PK\u0003\u0004';

interface Row {
	name: string | string[];
	type?: string;
	content?: string;
	/** Handed out with a Content-Disposition. */
	attached?: boolean;
}

describe('a web page in place of another file', () => {
	it.each<[string, boolean, Row]>([
		// Binary kinds never begin like a page.
		['a page for a document', true, { name: 'contract.docx', type: 'text/html', content: PAGE }],
		[
			'a page for a document that does not say so',
			true,
			{ name: 'contract.docx', type: 'application/octet-stream', content: PAGE },
		],
		[
			'a page for a document that is handed out as one',
			true,
			{ name: 'contract.docx', type: 'application/msword', content: PAGE, attached: true },
		],
		[
			'a page for a PDF file in capitals',
			true,
			{ name: 'CONTRACT.PDF', type: '', content: PAGE.toLowerCase() },
		],
		['a page behind a comment', true, { name: 'a.zip', content: `<!-- login -->\n${PAGE}` }],
		['a page behind a byte order mark', true, { name: 'a.zip', content: `\uFEFF${PAGE}` }],
		['an XHTML page for a document', true, { name: 'a.docx', content: XHTML }],
		[
			'a script that sends the browser on',
			true,
			{ name: 'a.docx', content: '<script>location = "/login"</script>' },
		],
		[
			'text that is declared as a page',
			true,
			{ name: 'a.docx', type: 'text/html', content: 'Please sign in' },
		],
		[
			'a document',
			false,
			{ name: 'contract.docx', type: 'application/octet-stream', content: ZIP },
		],
		[
			'a document that was uploaded with the wrong type',
			false,
			{ name: 'contract.docx', type: 'text/html', content: ZIP, attached: true },
		],

		// Pages and templates.
		['a page', false, { name: 'page.html', type: 'text/html', content: PAGE }],
		[
			'a page that is handed out as a file',
			false,
			{ name: 'page.HTM', type: 'text/html', content: PAGE, attached: true },
		],
		['a page without a type', false, { name: 'page.xhtml', content: XHTML }],
		...words('vue twig php phtml hbs ejs liquid jsp aspx cshtml tpl ftl svelte').map(
			(extension): [string, boolean, Row] => [
				`a template (${extension})`,
				false,
				{ name: `a.${extension}`, type: 'text/html', content: PAGE },
			],
		),

		// JSON and XML.
		['a page for JSON', true, { name: 'strings.json', type: 'application/json', content: PAGE }],
		['JSON', false, { name: 'strings.json', type: 'application/json', content: '{"a":"<html>"}' }],
		['a page for XML', true, { name: 'content.xml', type: 'application/xml', content: PAGE }],
		['a declared page for XLIFF', true, { name: 'a.xliff', type: 'text/html', content: XHTML }],
		[
			'XML with a root that HTML has, too',
			false,
			{ name: 'a.xml', type: 'application/xml', content: '<body><p>Hello</p></body>' },
		],
		['XML with a root that only begins so', false, { name: 'a.xml', content: '<header/>' }],
		['XHTML as XML', false, { name: 'a.xml', type: 'application/xhtml+xml', content: XHTML }],
		['XHTML that is declared as XML', false, { name: 'a.xml', type: 'text/xml', content: XHTML }],

		// Texts may begin like a page.
		[
			'a text that begins like a page',
			false,
			{ name: 'notes.txt', type: 'text/plain', content: PAGE },
		],
		['Markdown that begins with HTML', false, { name: 'README.md', content: '<body>\n' }],
		['a declared page for a text', true, { name: 'notes.txt', type: 'text/html', content: PAGE }],
		[
			'a declared page for a text, handed out as one',
			true,
			{ name: 'notes.txt', type: 'text/html', content: PAGE, attached: true },
		],
		[
			'a text that was uploaded with the wrong type',
			false,
			{ name: 'notes.txt', type: 'text/html', content: 'Hello', attached: true },
		],

		// Kinds and names that nobody knows.
		[
			'a page for a file of an unknown kind',
			true,
			{ name: 'a.unknown', type: 'text/html', content: PAGE },
		],
		['a page for a file without a name', true, { name: [], type: 'text/html', content: PAGE }],
		['a page for a file without an extension', true, { name: 'README', content: PAGE }],
		[
			'a file of an unknown kind that is handed out as a file',
			false,
			{ name: 'a.gotpl', type: 'text/html', content: PAGE, attached: true },
		],
		[
			'a file of an unknown kind',
			false,
			{ name: 'a.unknown', type: 'application/octet-stream', content: 'Hello' },
		],

		// Each name counts.
		[
			'a page that is called one, for a document',
			true,
			{ name: ['sign-in.html', 'contract.docx'], type: 'text/html', content: PAGE, attached: true },
		],
		[
			'a page that is a page by both names',
			false,
			{ name: ['a.html', 'a.htm'], type: 'text/html', content: PAGE },
		],
	])('%s: %s', (_, isInstead, { name, type = '', content = '', attached = false }) => {
		const shown = { mediaType: type, beginning: content, isAttachment: attached };
		expect(isHtmlPage(shown, [name].flat())).toBe(isInstead);
		if (isInstead) expect(looksLikePage(shown)).toBe(true);
	});
});

describe('something else in place of a file', () => {
	const UTF_16 = Buffer.from('\uFEFF<?xml version="1.0"?>', 'utf16le').toString('utf8');

	it.each<[string, boolean, Row]>([
		[
			'an answer for a document',
			true,
			{ name: 'contract.docx', type: 'application/json', content: '{"message":"Not ready"}' },
		],
		['an answer for a text', true, { name: 'notes.txt', type: 'application/json', content: '{}' }],
		[
			'an answer for a page',
			true,
			{ name: 'page.html', type: 'application/json', content: 'null' },
		],
		[
			'an answer for a file of an unknown kind',
			true,
			{ name: 'a.unknown', type: 'application/json', content: '{}' },
		],
		[
			'an answer for a file without a name',
			true,
			{ name: [], type: 'application/json', content: '{}' },
		],
		[
			'an answer for a document that is called JSON',
			true,
			{ name: ['a.json', 'contract.docx'], type: 'application/json', content: '{}' },
		],
		['JSON', false, { name: 'strings.json', type: 'application/json', content: '{}' }],
		[
			'JSON of another name',
			false,
			{ name: 'app_de.arb', type: 'application/json', content: '{}' },
		],
		[
			'JSON that is handed out as a file',
			false,
			{ name: 'a.unknown', type: 'application/json', content: '{}', attached: true },
		],
		[
			'a document',
			false,
			{ name: 'contract.docx', type: 'application/octet-stream', content: ZIP },
		],
		[
			'an answer for XML',
			true,
			{ name: 'content.xml', type: 'application/xml', content: '{}', attached: true },
		],
		[
			'XML',
			false,
			{
				name: 'content.xml',
				type: 'application/xml',
				content: '\uFEFF\n<fields/>',
				attached: true,
			},
		],
		['XML in UTF-16', false, { name: 'content.ttx', content: UTF_16 }],
	])('%s: %s', (_, isInstead, { name, type = '', content = '', attached = false }) => {
		expect(
			isUnexpectedContent(
				{ mediaType: type, beginning: content, isAttachment: attached },
				[name].flat(),
			),
		).toBe(isInstead);
	});
});

it('a kind is told by the last extension, in any letter case', () => {
	expect(['a.DOCX', 'a.blade.php', 'a.html.zip', 'a', '.html', ''].map(fileKindOf)).toEqual([
		'binary',
		'page',
		'binary',
		undefined,
		undefined,
		undefined,
	]);
});

function words(text: string): string[] {
	return text.split(' ');
}
