import { Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import type { Router } from '../http/router';

export const REMOVED: ReadonlyArray<[method: string, pattern: string, instead: string]> = [
	['POST', '/jobs/{jobId}/upload', 'POST /jobs/{jobId}/sourcefiles'],
	['PUT', '/jobs/{jobId}', 'PATCH /jobs/{jobId}'],
	['PUT', '/jobs/{jobId}/requests', 'PATCH /jobs/{jobId}/requests'],
	['POST', '/jobs/{jobId}/requests/addfile', 'POST /jobs/{jobId}/requests/add'],
	['PUT', '/jobs/{jobId}/requests/updatefilecontent', 'PATCH /jobs/{jobId}/requests'],
	[
		'GET',
		'/jobs/{jobId}/sourcefiles/{fileId}/retrieve',
		'GET /jobs/{jobId}/sourcefiles/{fmsFileId}',
	],
	['GET', '/jobs/{jobId}/statusupdates', 'GET /statusupdates'],
];

/** Refuses and notes removed calls: nothing new may use them. */
export function routeRemovedPaths(router: Router): void {
	for (const [method, pattern, instead] of REMOVED) {
		router.add(method, pattern, ({ state, url }: Exchange) => {
			state.violations.note('deprecated-path', `${method} ${url.pathname}`);
			throw new Refusal(410, 'GONE', `${method} ${pattern} is gone; use ${instead}.`);
		});
	}
}
