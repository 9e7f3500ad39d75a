/** The baseline: curl moves the same bytes between the same host and the same disk. */
import { execFileSync } from 'node:child_process';

/** What a program took, in seconds. */
export interface Usage {
	seconds: number;
	processorSeconds: number;
}

/** The shell knows how much processor time its children used. */
const WITH_TIMES = '"$@" && echo && times';

function curl(
	args: string[],
	url: string,
	headers: Record<string, string> = {},
): Usage & { output: string } {
	const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
	const command = ['curl', '--silent', '--show-error', '--fail', ...args, ...given, url];
	const startedAt = performance.now();
	const printed = execFileSync('sh', ['-c', WITH_TIMES, 'sh', ...command], { encoding: 'utf8' });
	const seconds = (performance.now() - startedAt) / 1000;
	const [, output = '', user, system] = /^(.*)\n.*\n(\S+) (\S+)\n$/s.exec(printed) ?? [];
	return { seconds, processorSeconds: secondsIn(user) + secondsIn(system), output };
}

/** Reads `0m1.230s`. */
function secondsIn(text = ''): number {
	const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
	return Number(minutes) * 60 + Number(seconds);
}

const encode = (text: string) => Buffer.from(text).toString('base64');

/** One upload in a single call: no chunks, no resuming. */
export function uploadWithCurl(
	path: string,
	size: number,
	{ fmsUploadUrl, fmsSASToken }: Record<string, unknown>,
): Usage {
	const common = { 'Tus-Resumable': '1.0.0', sastoken: String(fmsSASToken) };
	const created = curl(['-i', '-X', 'POST'], String(fmsUploadUrl), {
		...common,
		'Upload-Length': String(size),
		'Upload-Metadata': `name ${encode('large.bin')},contentType ${encode('application/octet-stream')},chunkSize ${encode(String(size))}`,
		'Content-Length': '0',
	});
	const location = /^location: (\S+)/im.exec(created.output)?.[1] ?? '';
	const sent = curl(['-X', 'PATCH', '-T', path], location, {
		...common,
		'Upload-Offset': '0',
		'Content-Type': 'application/offset+octet-stream',
		// An empty header is left out.
		Expect: '',
	});
	return {
		seconds: created.seconds + sent.seconds,
		processorSeconds: created.processorSeconds + sent.processorSeconds,
	};
}

export const downloadWithCurl = (url: string, path: string): Usage => curl(['-o', path], url);
