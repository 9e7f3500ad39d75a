import { execFileSync } from 'node:child_process';

/** The baseline: curl moves the same bytes between the same host and the same disk. */

const TUS = ['-H', 'Tus-Resumable: 1.0.0'];
const encode = (text: string) => Buffer.from(text).toString('base64');

function curl(...args: string[]): { seconds: number; output: string } {
	const startedAt = performance.now();
	const output = execFileSync('curl', ['--silent', '--show-error', '--fail', ...args], {
		encoding: 'utf8',
	});
	return { seconds: (performance.now() - startedAt) / 1000, output };
}

/** One upload in a single call: no chunks, no resuming. */
export function uploadWithCurl(
	path: string,
	size: number,
	transfer: Record<string, unknown>,
): number {
	const token = ['-H', `sastoken: ${String(transfer.fmsSASToken)}`];
	const metadata = `name ${encode('large.bin')},contentType ${encode('application/octet-stream')},chunkSize ${encode(String(size))}`;
	const created = curl(
		'-i',
		'-X',
		'POST',
		...TUS,
		...token,
		'-H',
		`Upload-Length: ${size}`,
		'-H',
		`Upload-Metadata: ${metadata}`,
		'-H',
		'Content-Length: 0',
		String(transfer.fmsUploadUrl),
	);
	const location = /^location: (\S+)/im.exec(created.output)?.[1] ?? '';
	const sent = curl(
		'-X',
		'PATCH',
		'-T',
		path,
		...TUS,
		...token,
		'-H',
		'Upload-Offset: 0',
		'-H',
		'Content-Type: application/offset+octet-stream',
		'-H',
		'Expect:',
		location,
	);
	return created.seconds + sent.seconds;
}

export function downloadWithCurl(url: string, path: string): number {
	return curl('-o', path, url).seconds;
}
