import { formatCount } from '../../l10n/counted';
import { InvalidInput } from '../../l10n/invalidInput';
import { extensionForMediaType } from '../../l10n/mediaTypes';
import {
	cleanName,
	extensionOf,
	shortenFileName,
	shortenToBytes,
	utf8Length,
} from '../../l10n/names';

/**
 * Every limit of the service, quoted from the Limits section of its specification, and how this
 * package reads it where the unit is open.
 */
export const LIMITS = {
	/** "jobName, requestName: 250 bytes each", counted in UTF-8. */
	jobNameBytes: 250,
	requestNameBytes: 250,
	/** "file name on POST /jobs/{jobId}/sourcefiles: 250 characters", counted in UTF-16 units. */
	fileNameCharacters: 250,
	/** "description field: 500 characters downstream": longer text is accepted and cut later. */
	descriptionCharacters: 500,
	/** "inline SourceContent creation: 1Mb", read as 1,000,000 bytes of the JSON body. */
	contentBytes: 1_000_000,
	/** "direct upload: 200M maximum, under 1MB recommended". */
	directUploadBytes: 200_000_000,
	directUploadRecommendedBytes: 1_000_000,
	/** "maximum file size: 1 GB", read as 2^30 bytes. */
	fileBytes: 1_073_741_824,
	/** Not in the specification: the most that production connectors send in one call. */
	targetsPerCall: 100,
	/** "page size: at most 50 items by default". */
	pageSize: 50,
	/** Per client. GET /quota returns raised ones. */
	quotas: {
		MaxStatusUpdatesPerSite: 10_000,
		MaxReqsPerJob: 2_000,
		MaxSupportAssetsPerJob: 1_000,
		MaxFilesPerJob: 1_000,
	},
	/** "throttling": requests per second and IP address, "subject to change without notice". */
	requestsPerSecond: { production: 20, staging: 10 },
	/** "access token lifetime: typically 3600 s". */
	tokenLifetimeSeconds: 3_600,
} as const;

const MIB = 1_048_576;

/** The most that is taken from outside, counted after decompression. See docs/credentials.md. */
export const MAX_RECEIVED = {
	/** A page may hold 50 texts of 1 MB. */
	jsonBytes: 64 * MIB,
	/** The marks of JSON between its texts. What stands between them takes far more memory. */
	jsonMarks: 2_000_000,
	/** Of the SOAP service. The parsed form takes far more memory. */
	xmlBytes: 8 * MIB,
	fileBytes: LIMITS.fileBytes,
} as const;

export interface NameOptions {
	/** Shortens a name that is too long instead of refusing it. */
	shorten?: boolean;
}

function requiredText(value: unknown, field: string): string {
	const text =
		typeof value === 'string' || typeof value === 'number' ? cleanName(String(value)) : '';
	if (text === '') throw new InvalidInput(`${field} is empty`, 'Enter a name.');
	return text;
}

function checkNameBytes(
	value: unknown,
	field: string,
	limit: number,
	options: NameOptions,
): string {
	const name = requiredText(value, field);
	const size = utf8Length(name);
	if (size <= limit) return name;
	if (options.shorten === true) return shortenToBytes(name, limit);
	throw new InvalidInput(
		`${field} is ${formatCount(size)} bytes long in UTF-8; the limit is ${formatCount(limit)}`,
		"Use a shorter name, or switch on 'Shorten Long Names' in the options. Letters other than a–z take two to four bytes each.",
	);
}

export function checkJobName(name: unknown, options: NameOptions = {}): string {
	return checkNameBytes(name, 'Job Name', LIMITS.jobNameBytes, options);
}

export function checkRequestName(name: unknown, options: NameOptions = {}): string {
	return checkNameBytes(name, 'Request Name', LIMITS.requestNameBytes, options);
}

/** Adds the extension of the media type to a name that has none. */
export function withExtension(fileName: string, mediaType?: string): string {
	const own = extensionOf(fileName);
	const implied = extensionForMediaType(mediaType);
	// "Notes v1.2" ends in a version, not an extension, if the media type knows better.
	const isVersion = /^\.\d+$/.test(own) && implied !== undefined;
	if (own !== '' && !isVersion) return fileName;
	return implied === undefined ? fileName : `${fileName.replace(/\.+$/, '')}.${implied}`;
}

/** Returns the file name with an extension and within the limit. */
export function checkFileName(
	fileName: unknown,
	options: NameOptions & { mediaType?: string } = {},
): string {
	const field = 'File Name';
	const name = withExtension(requiredText(fileName, field), options.mediaType);
	if (extensionOf(name) === '') {
		throw new InvalidInput(
			`${field} "${name}" has no extension, and the media type ${options.mediaType ? `"${options.mediaType}" ` : ''}does not imply one`,
			'Give the file a name with an extension, such as .docx or .xml: the provider needs it to read the file.',
		);
	}
	const limit = LIMITS.fileNameCharacters;
	if (name.length <= limit) return name;
	if (options.shorten === true) return shortenFileName(name, limit);
	throw new InvalidInput(
		`${field} is ${formatCount(name.length)} characters long; the limit is ${formatCount(limit)}`,
		"Use a shorter name, or switch on 'Shorten Long Names' in the options.",
	);
}

/** Warns if the provider will see only part of the description. */
export function descriptionWarning(description: string | undefined): string | undefined {
	const length = description?.length ?? 0;
	const limit = LIMITS.descriptionCharacters;
	if (length <= limit) return undefined;
	return `Description is ${formatCount(length)} characters long. All of it is sent, but only the first ${formatCount(limit)} reach the people who translate.`;
}

/** Checks the body that creates or changes source content; returns its size in bytes as JSON. */
export function checkContentSize(body: unknown): number {
	const size = utf8Length(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
	if (size > LIMITS.contentBytes) {
		throw new InvalidInput(
			`Content is ${formatCount(size)} bytes long as JSON; the limit is ${formatCount(LIMITS.contentBytes)}`,
			'Split the content into several requests, or send it as a file.',
		);
	}
	return size;
}

export type UploadMode = 'automatic' | 'direct' | 'resumable';

/** Checks the size of a file before its upload, or as soon as it is known. */
export function checkFileSize(bytes: number, mode: UploadMode, fileName = 'File'): void {
	if (bytes === 0) {
		throw new InvalidInput(`${fileName} is empty`, 'It contains nothing to translate.');
	}
	if (bytes > LIMITS.fileBytes) {
		throw new InvalidInput(
			`${fileName} is ${formatCount(bytes)} bytes long; the limit is ${formatCount(LIMITS.fileBytes)}`,
			'Split the file into smaller ones.',
		);
	}
	if (mode === 'direct' && bytes > LIMITS.directUploadBytes) {
		throw new InvalidInput(
			`${fileName} is ${formatCount(bytes)} bytes long; the limit of a direct upload is ${formatCount(LIMITS.directUploadBytes)}`,
			'Set Upload Mode to Automatic or Resumable.',
		);
	}
}

/** Splits target languages into batches that fit one call. */
export function splitTargets<Target>(targets: readonly Target[]): Target[][] {
	const size = LIMITS.targetsPerCall;
	return Array.from({ length: Math.ceil(targets.length / size) }, (_, index) =>
		targets.slice(index * size, (index + 1) * size),
	);
}
