import { isRecord } from '../../rules/isRecord';
import type { ExpectedJson, ExpectedList } from '../../transport/http/expected';
import { readEntries } from '../../transport/http/expected';
import { eachItem, readNext } from '../../transport/pages';
import { EXPECTED } from '../responses';
import { PATHS } from '../wire';
import type { Look } from './look';

const LISTS = {
	jobs: { path: PATHS.jobs, expects: EXPECTED.jobs },
	archivedJobs: { path: PATHS.archivedJobs, expects: EXPECTED.jobs },
	providers: { path: PATHS.providers, expects: EXPECTED.providers },
	statusUpdates: { path: PATHS.statusUpdates, expects: EXPECTED.statusUpdates },
	listeners: { path: PATHS.listeners, expects: EXPECTED.listeners },
} satisfies Record<string, { path: string; expects: ExpectedList }>;

const READS: Record<string, { path: string; expects: ExpectedList | ExpectedJson }> = {
	...LISTS,
	quota: { path: PATHS.quota, expects: EXPECTED.quota },
};

export type ListName = keyof typeof LISTS;
export type ReadName = ListName | 'quota';
export const READ_NAMES = Object.keys(READS) as ReadName[];

const callOf = (name: ReadName) => ({ method: 'GET' as const, ...READS[name]! });

/** The first page as the service sends it, read once for all checks. */
export const firstPage = async (look: Look, name: ReadName): Promise<unknown> =>
	await look.once(name, async () => await look.client.call<unknown>(callOf(name)));

/** The whole list. Its first page costs nothing if a check has seen it. */
export async function* entriesOf(
	look: Look,
	name: ListName,
): AsyncGenerator<Record<string, unknown>> {
	const call = { method: 'GET' as const, ...LISTS[name] };
	const first = await firstPage(look, name);
	yield* readEntries(first, call.expects)?.whole ?? [];
	const next = isRecord(first) ? readNext(first) : undefined;
	if (next) yield* eachItem<Record<string, unknown>>(look.client, call, { from: next });
}
