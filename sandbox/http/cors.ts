import type { Exchange } from './exchange';

const EXPOSED = [
	'Location',
	'Content-Disposition',
	'Retry-After',
	'Tus-Resumable',
	'Upload-Length',
	'Upload-Offset',
	'Upload-Expires',
];

/** Production lets browsers read the answers. Answers a preflight and returns true for it. */
export function allowBrowsers({ state, origin, req, res }: Exchange): boolean {
	if (!state.isProduction || origin === 'soap') return false;
	res.setHeader('Access-Control-Allow-Origin', '*');
	res.setHeader('Access-Control-Expose-Headers', EXPOSED.join(', '));
	const method = req.headers['access-control-request-method'];
	if (req.method !== 'OPTIONS' || method === undefined) return false;
	// An asterisk would not allow Authorization.
	const wanted = req.headers['access-control-request-headers'];
	res.writeHead(204, {
		'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
		...(wanted === undefined ? {} : { 'Access-Control-Allow-Headers': wanted }),
		'Access-Control-Max-Age': '600',
	});
	res.end();
	return true;
}
