/** Tells what a file is by its name, and whether a sign-in page or JSON came instead. */
import { extensionOf } from '../../l10n/names';

const words = (text: string) => text.trim().split(/\s+/);

/** `page`: may be a whole web page. `text`: may begin like one. The others never do. */
const KINDS = {
	page: words(`
		html htm xhtml xht shtml shtm dhtml hta mhtml mht asp aspx ascx cshtml vbhtml razor jsp jspx jspf php php3 php4 php5 phtml ctp
		twig latte smarty tpl tmpl template vue svelte astro marko riot hbs handlebars mustache ejs eta erb rhtml eex leex heex
		liquid njk nunjucks j2 jinja jinja2 ftl ftlh vm vtl gohtml gotmpl cfm cfml mjml`),
	text: words(`
		txt text md mdx markdown rst adoc asciidoc csv tsv tab properties po pot strings lang srt sub vtt yaml yml toml ini cfg conf
		js mjs cjs jsx ts tsx css scss less sql log tex ics eml`),
	json: words(
		'json jsonc json5 jsonl ndjson arb xcstrings ipynb geojson topojson webmanifest resjson har',
	),
	xml: words(`
		xml xlf xliff sdlxliff mqxliff mxliff txlf txml tmx tbx resx resw xsl xslt xsd svg dita ditamap dbk docbook rss atom wxl xaml storyboard xib ttx ttml dfxp srx icml idms inx fb2 opf ncx kml gpx rdf`),
	binary: words(`
		doc docx docm dot dotx dotm xls xlsx xlsm xltx ppt pptx pptm potx odt ods odp odg ott rtf pdf ps eps ai psd idml indd mif
		pages numbers key vsd vsdx epub mobi zip gz tgz bz2 xz 7z rar tar jar jpg jpeg png gif webp tif tiff bmp ico heic mp3 wav ogg
		flac m4a mp4 m4v mov avi mkv webm ttf otf woff woff2 mo exe dll bin dat sdlppx sdlrpx xlz`),
};

type FileKind = keyof typeof KINDS;

const KIND_OF = new Map(
	Object.entries(KINDS).flatMap(([kind, extensions]) =>
		extensions.map((extension) => [extension, kind as FileKind]),
	),
);

export const fileKindOf = (fileName: string): FileKind | undefined =>
	KIND_OF.get(extensionOf(fileName).slice(1).toLowerCase());

interface ReceivedFile {
	/** The media type without its parameters, in lower case; empty if the response names none. */
	mediaType: string;
	/** The first characters. */
	beginning: string;
	/** Content-Disposition marks it as a file, which no sign-in page does. */
	isAttachment: boolean;
}

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
const BEFORE_A_PAGE = /^(?:\s|<!--[\s\S]*?-->|<\?xml[\s\S]*?\?>)*/;

const beginsLikePage = (beginning: string): boolean =>
	/^<(?:!doctype\s+html|html|head|body|title|meta|script)(?=[\s>])/i.test(
		beginning.replace(BEFORE_A_PAGE, ''),
	);

/** XML may have the same root as HTML, so only what no XML begins with counts. */
const beginsLikeBarePage = (beginning: string): boolean =>
	/^\s*<(?:!doctype\s+html|html)(?=[\s>])/i.test(beginning);

/** True for a page and for anything declared as one, whether or not its name allows that. */
export const looksLikePage = ({ mediaType, beginning }: ReceivedFile): boolean =>
	PAGE_TYPES.includes(mediaType) || beginsLikePage(beginning);

/** True if it may be a page by its name or content. */
export const mayBePage = (received: ReceivedFile, names: readonly string[]): boolean =>
	looksLikePage(received) || names.some((name) => fileKindOf(name) === 'page');

/** True if a web page came instead. Every known name must allow a page. */
export function isHtmlPage(received: ReceivedFile, names: readonly string[]): boolean {
	const kinds = names.map(fileKindOf);
	if (kinds.length > 0 && kinds.every((kind) => kind === 'page')) return false;
	const kind = kinds.find((candidate) => candidate !== 'page');
	const { mediaType, beginning, isAttachment } = received;
	if (kind === undefined) return !isAttachment && looksLikePage(received);
	const isXhtml = kind === 'xml' && mediaType === 'application/xhtml+xml';
	// A file uploaded with the wrong type is still an attachment and does not begin like a page.
	if (PAGE_TYPES.includes(mediaType) && !isXhtml) return !isAttachment || beginsLikePage(beginning);
	if (kind === 'xml') return beginsLikeBarePage(beginning);
	return kind !== 'text' && beginsLikePage(beginning);
}

const isJsonResponse = ({ mediaType, isAttachment }: ReceivedFile): boolean =>
	mediaType === 'application/json' && !isAttachment;

/** True if JSON came instead of another kind, or if XML does not begin like XML. */
export function isUnexpectedContent(received: ReceivedFile, names: readonly string[]): boolean {
	const kinds = names.map(fileKindOf);
	if (isJsonResponse(received)) return kinds.length === 0 || kinds.some((kind) => kind !== 'json');
	// UTF-16 read as UTF-8 shows NULs and replacement characters.
	return kinds.includes('xml') && !/^[\s\0\uFFFD]*</.test(received.beginning);
}
