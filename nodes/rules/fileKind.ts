/** Tells what a file is by its name, and whether a sign-in page or JSON came instead. */
import { extensionOf } from './names';

/** The usual extension of each media type that gets translated or comes with a translation. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	'application/epub+zip': 'epub',
	'application/gzip': 'gz',
	'application/javascript': 'js',
	'application/json': 'json',
	'application/msword': 'doc',
	'application/pdf': 'pdf',
	'application/postscript': 'ps',
	'application/rtf': 'rtf',
	'application/sql': 'sql',
	'application/vnd.adobe.indesign-idml-package': 'idml',
	'application/vnd.mif': 'mif',
	'application/vnd.ms-excel': 'xls',
	'application/vnd.ms-powerpoint': 'ppt',
	'application/vnd.oasis.opendocument.presentation': 'odp',
	'application/vnd.oasis.opendocument.spreadsheet': 'ods',
	'application/vnd.oasis.opendocument.text': 'odt',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
	'application/x-gettext': 'po',
	'application/x-indesign': 'indd',
	'application/x-php': 'php',
	'application/x-subrip': 'srt',
	'application/x-tmx+xml': 'tmx',
	'application/x-xliff+xml': 'xlf',
	'application/x-yaml': 'yaml',
	'application/xhtml+xml': 'xhtml',
	'application/xliff+xml': 'xlf',
	'application/xml': 'xml',
	'application/yaml': 'yaml',
	'application/zip': 'zip',
	'audio/mpeg': 'mp3',
	'audio/wav': 'wav',
	'image/gif': 'gif',
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/svg+xml': 'svg',
	'image/tiff': 'tiff',
	'image/webp': 'webp',
	'message/rfc822': 'eml',
	'text/calendar': 'ics',
	'text/css': 'css',
	'text/csv': 'csv',
	'text/html': 'html',
	'text/javascript': 'js',
	'text/markdown': 'md',
	'text/plain': 'txt',
	'text/rtf': 'rtf',
	'text/srt': 'srt',
	'text/tab-separated-values': 'tsv',
	'text/vtt': 'vtt',
	'text/x-gettext-translation': 'po',
	'text/x-java-properties': 'properties',
	'text/xml': 'xml',
	'text/yaml': 'yaml',
	'video/mp4': 'mp4',
};

/** The extension of a media type, without a dot. */
export function extensionForMediaType(mediaType: string | undefined): string | undefined {
	const [bare = ''] = (mediaType ?? '').toLowerCase().split(';');
	const type = bare.trim();
	// In `application/ld+json` the part after the plus names the format.
	return EXTENSIONS[type] ?? /\+(xml|json|zip|yaml)$/.exec(type)?.[1];
}

const MEDIA_TYPES = new Map<string, string>();
for (const [type, extension] of Object.entries(EXTENSIONS))
	if (!MEDIA_TYPES.has(extension)) MEDIA_TYPES.set(extension, type);

export function mediaTypeOf(fileName: string): string {
	const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
	return MEDIA_TYPES.get(extension) ?? 'application/octet-stream';
}

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
