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
