import { type ExpectedList, readEntries } from '../../transport/http/expected';
import { eachItem, readNext } from '../../transport/pages';
import { EXPECTED } from '../responses';
import { PATHS } from '../wire';
import type { Look } from './look';

export const READ_NAMES = [
	'jobs',
	'archivedJobs',
	'providers',
	'statusUpdates',
	'listeners',
	'quota',
] as const;
export type ReadName = (typeof READ_NAMES)[number];

const callOf = (name: ReadName) => ({
	method: 'GET' as const,
	path: PATHS[name],
	expects: EXPECTED[name === 'archivedJobs' ? 'jobs' : name] as ExpectedList,
});

/** The first page as the service sends it, read once for all checks. */
export const firstPage = async (look: Look, name: ReadName): Promise<unknown> =>
	await look.once(name, async () => await look.client.call<unknown>(callOf(name)));

/** The whole list. Its first page costs nothing if a check has seen it. */
export async function* entriesOf(
	look: Look,
	name: Exclude<ReadName, 'quota'>,
): AsyncGenerator<Record<string, unknown>> {
	const first = await firstPage(look, name);
	yield* readEntries(first, callOf(name).expects)?.whole ?? [];
	const from = readNext(first);
	if (from) yield* eachItem<Record<string, unknown>>(look.client, callOf(name), { from });
}
