import { EXPECTED } from '../../api/responses';
import { PATHS } from '../../api/wire';
import { type ExpectedList, readList } from '../../http/expected';
import { eachItem, readNext } from '../../http/pages';
import type { Look } from './look';

export const LIST_NAMES = [
	'jobs',
	'archivedJobs',
	'providers',
	'statusUpdates',
	'listeners',
] as const;
export const READ_NAMES = [...LIST_NAMES, 'quota'] as const;
export type ListName = (typeof LIST_NAMES)[number];
export type ReadName = (typeof READ_NAMES)[number];

export const callOf = (name: ReadName) => ({
	method: 'GET' as const,
	path: PATHS[name],
	expects: EXPECTED[name === 'archivedJobs' ? 'jobs' : name] as ExpectedList,
});

/** The first page as the service sends it, read once for all checks. */
export const firstPage = async (look: Look, name: ReadName): Promise<unknown> =>
	await look.once(name, async () => await look.client.call<unknown>(callOf(name)));

export const firstEntries = async (look: Look, name: ListName) =>
	readList(await firstPage(look, name), callOf(name).expects) ?? [];

/** The whole list. Its first page costs nothing if a check has seen it. */
export async function* entriesOf(
	look: Look,
	name: ListName,
): AsyncGenerator<Record<string, unknown>> {
	yield* await firstEntries(look, name);
	const from = readNext(await firstPage(look, name));
	if (from) yield* eachItem<Record<string, unknown>>(look.client, callOf(name), { from });
}
