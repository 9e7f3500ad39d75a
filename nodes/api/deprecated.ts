import { readingsOf } from './pathReadings';

/** Calls that the specification has removed or deprecated (S). No other operation uses them. */
export const DEPRECATED: ReadonlyArray<
	readonly [call: string, word: 'removed' | 'deprecated', instead: string]
> = [
	['POST /jobs/{jobId}/upload', 'removed', 'the operation Upload of the resource File'],
	['PUT /jobs/{jobId}/requests', 'removed', 'PATCH /jobs/{jobId}/requests'],
	['POST /jobs/{jobId}/requests/addfile', 'deprecated', 'POST /jobs/{jobId}/requests/add'],
	['PUT /jobs/{jobId}/requests/updatefilecontent', 'deprecated', 'PATCH /jobs/{jobId}/requests'],
	[
		'GET /jobs/{jobId}/sourcefiles/{fileId}/retrieve',
		'removed',
		'GET /jobs/{jobId}/sourcefiles/{fmsFileId}',
	],
	['PUT /jobs/{jobId}', 'deprecated', 'PATCH /jobs/{jobId}'],
	['GET /jobs/{jobId}/statusupdates', 'deprecated', 'GET /statusupdates'],
];

const REMOVED_PARAMETER = 'includeArchived';

const patternOf = (call: string) => new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`, 'i');

/** A warning for people who call something that may not be there any more. */
export function describeDeprecated(
	method: string,
	path: string,
	query: Record<string, unknown>,
): string | undefined {
	const readings = readingsOf(path).map((segments) => `${method} /${segments.join('/')}`);
	const found = DEPRECATED.find(([call]) =>
		readings.some((reading) => patternOf(call).test(reading)),
	);
	if (found) return `${found[0]} is ${found[1]}. Use ${found[2]} instead.`;
	return REMOVED_PARAMETER in query
		? `The parameter ${REMOVED_PARAMETER} is removed. Use GET /jobs/archived instead.`
		: undefined;
}
