import { logOf } from '../../core/notices';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';

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
