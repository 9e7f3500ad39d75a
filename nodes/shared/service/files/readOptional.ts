import { logOf } from '../../notices/notices';
import type { Client } from '../../transport/client';
import { asError } from '../../transport/pipeline/errors';

/** For what only adds to a result. Without it, a warning is logged. */
export async function readOptional<T>(
	client: Client,
	what: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		const reason = asError(error).message;
		logOf(client.context).warn(`Translation Jobs: ${what}`, { reason });
		return undefined;
	}
}
