import { Refusal } from '../calls/refusal';
import type { Exchange } from './exchange';

export type Params = Readonly<Record<string, string>>;
export type Handler = (exchange: Exchange, params: Params) => Promise<void> | void;

interface Route {
	readonly method: string;
	readonly segments: readonly string[];
	readonly handler: Handler;
}

/** Finds a handler by method and path; `{name}` in a pattern matches one segment. */
export class Router {
	private readonly routes: Route[] = [];

	add(method: string, pattern: string, handler: Handler): this {
		this.routes.push({ method, segments: pattern.split('/').slice(1), handler });
		return this;
	}

	async dispatch(exchange: Exchange, path: string): Promise<void> {
		const parts = path.split('/').slice(1);
		const matching = this.routes.filter(({ segments }) => matches(segments, parts));
		// A literal segment beats a parameter: /jobs/archived is not a job.
		const route = matching
			.filter(({ method }) => method === exchange.req.method)
			.sort((a, b) => wildcards(a) - wildcards(b))[0];
		if (route) return await route.handler(exchange, readParams(route.segments, parts));
		if (matching.length === 0) throw new Refusal(404, 'NOT_FOUND', `There is nothing at ${path}.`);
		const allowed = [...new Set(matching.map(({ method }) => method))].join(', ');
		throw new Refusal(
			405,
			'METHOD_NOT_ALLOWED',
			`${exchange.req.method} is not possible at ${path}.`,
			{ Allow: allowed },
		);
	}
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const wildcards = ({ segments }: Route): number => segments.filter(isParameter).length;

const matches = (segments: readonly string[], parts: readonly string[]): boolean =>
	segments.length === parts.length &&
	segments.every((segment, index) =>
		isParameter(segment) ? parts[index] !== '' : segment === parts[index],
	);

function readParams(segments: readonly string[], parts: readonly string[]): Params {
	const params: Record<string, string> = {};
	segments.forEach((segment, index) => {
		if (!isParameter(segment)) return;
		try {
			params[segment.slice(1, -1)] = decodeURIComponent(parts[index] ?? '');
		} catch {
			throw new Refusal(400, 'INVALID_REQUEST', `The path has an invalid escape: ${parts[index]}`);
		}
	});
	return params;
}
