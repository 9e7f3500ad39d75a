import { execFileSync } from 'node:child_process';

/** The baseline: curl moves the same bytes between the same host and the same disk. */

const TUS = ['-H', 'Tus-Resumable: 1.0.0'];
const encode = (text: string) => Buffer.from(text).toString('base64');

/** What a program took, in seconds. */
export interface Usage {
	seconds: number;
	processorSeconds: number;
}

/** The shell knows how much processor time its children used. */
const WITH_TIMES = '"$@" && echo && times';

function curl(...args: string[]): Usage & { output: string } {
	const startedAt = performance.now();
	const printed = execFileSync(
		'sh',
		['-c', WITH_TIMES, 'sh', 'curl', '--silent', '--show-error', '--fail', ...args],
		{ encoding: 'utf8' },
	);
	const seconds = (performance.now() - startedAt) / 1000;
	const [, output = '', user, system] = /^(.*)\n.*\n(\S+) (\S+)\n$/s.exec(printed) ?? [];
	return { seconds, processorSeconds: secondsIn(user) + secondsIn(system), output };
}

/** Reads `0m1.230s`. */
function secondsIn(text = ''): number {
	const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
	return Number(minutes) * 60 + Number(seconds);
}

/** One upload in a single call: no chunks, no resuming. */
export function uploadWithCurl(
	path: string,
	size: number,
	transfer: Record<string, unknown>,
): Usage {
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
	return {
		seconds: created.seconds + sent.seconds,
		processorSeconds: created.processorSeconds + sent.processorSeconds,
	};
}

export function downloadWithCurl(url: string, path: string): Usage {
	return curl('-o', path, url);
}
