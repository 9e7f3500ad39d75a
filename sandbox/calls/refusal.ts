/** Thrown to refuse a call; becomes an answer with `{code, message}`. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

export const badRequest = (message: string, code = 'INVALID_REQUEST'): Refusal =>
	new Refusal(400, code, message);
export const notFound = (what: string, id: string): Refusal =>
	new Refusal(404, 'NOT_FOUND', `${what} ${id} does not exist.`);
export const conflict = (code: string, message: string): Refusal => new Refusal(409, code, message);
