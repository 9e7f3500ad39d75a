import type { IncomingMessage } from 'node:http';

import type { OriginName } from './log';

export const RULES = [
	'authorization-on-file-host',
	'token-off-its-origin',
	'client-secret-off-auth-host',
	'secret-in-url',
	'sastoken-off-upload',
	'sastoken-of-another-file',
	'sastoken-missing',
	'sastoken-unknown',
	'wrong-client-secret',
	'content-length-missing',
	'tus-metadata-missing',
	'deprecated-path',
	'file-name-encoded-twice',
	'unknown-parameter',
	'unknown-field',
	'null-field',
	'connector-name',
	'date-form',
	'content-type-missing',
] as const;

export interface Violation {
	rule: (typeof RULES)[number];
	detail: string;
	at: string;
}

export const TOKEN_PREFIX = 'sbx-token-';
export const SAS_PREFIX = 'sbx-sas-';

/** Things that no well-behaved connector does, even if the service accepts them. */
export class Violations {
	private found: Violation[] = [];

	note(rule: Violation['rule'], detail: string): void {
		// Bounded: a failing benchmark can produce very many.
		if (this.found.length < 10_000) this.found.push({ rule, detail, at: new Date().toISOString() });
	}

	all(): Violation[] {
		return this.found;
	}

	clear(): void {
		this.found = [];
	}

	/** Looks for secrets that went to the wrong place. */
	inspect(origin: OriginName, req: IncomingMessage, secrets: Iterable<string>): void {
		const where = `${req.method} ${req.url} on the ${origin} host`;
		const url = req.url ?? '';
		const headerText = req.rawHeaders.join('\n');
		for (const secret of secrets) {
			if (url.includes(secret) || url.includes(encodeURIComponent(secret)))
				this.note('secret-in-url', `client secret: ${where}`);
			if (origin !== 'auth' && headerText.includes(secret))
				this.note('client-secret-off-auth-host', where);
		}
		if (url.includes(TOKEN_PREFIX)) this.note('secret-in-url', `access token: ${where}`);
		if (url.includes(SAS_PREFIX)) this.note('secret-in-url', `sastoken: ${where}`);
		if (origin === 'files' && req.headers.authorization !== undefined)
			this.note('authorization-on-file-host', where);
		else if (origin !== 'rest' && headerText.includes(TOKEN_PREFIX))
			this.note('token-off-its-origin', where);
		const onUpload = origin === 'files' && url.startsWith('/fms/tus/');
		if (!onUpload && (req.headers.sastoken !== undefined || headerText.includes(SAS_PREFIX)))
			this.note('sastoken-off-upload', where);
	}

	/** Looks for the client secret in a body that another host received. */
	inspectBody(
		origin: OriginName,
		req: IncomingMessage,
		body: string,
		secrets: Iterable<string>,
	): void {
		if (origin === 'auth') return;
		for (const secret of secrets) {
			if (body.includes(secret))
				this.note(
					'client-secret-off-auth-host',
					`body of ${req.method} ${req.url} on the ${origin} host`,
				);
		}
	}
}
