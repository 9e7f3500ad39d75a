import { formatCount, LIMITS } from '../../rules/limits';
import { isLocal } from '../../transport/http/address';
import { inWords } from '../../transport/http/retryAfter';
import { asError, isStatus } from '../../transport/pipeline/errors';
import { readListener } from '../resources';
import { attention, type Found, ok, unknown, wrong } from './finding';
import type { Check, Look } from './look';
import { entriesOf, firstPage, READ_NAMES, type ReadName } from './reads';

/** A clock that is further off makes dates and the end of a token wrong. */
const CLOCK_OFF_MS = 60_000;

/** By name of the read: its error, or undefined. */
async function readAll(look: Look): Promise<Map<ReadName, unknown>> {
	return await look.once('reads', async () => {
		const failures = new Map<ReadName, unknown>();
		for (const name of READ_NAMES)
			failures.set(name, await firstPage(look, name).then(() => undefined, asError));
		return failures;
	});
}

const namesOf = async (look: Look, isMeant: (failure: unknown) => boolean) =>
	[...(await readAll(look))].flatMap(([name, failure]) => (isMeant(failure) ? [name] : []));

async function token(look: Look): Promise<Found> {
	const failures = [...(await readAll(look)).values()];
	const { credentials } = look.client.session;
	const refusal = failures.find(
		(error) =>
			(error as { failure?: { cause?: string } } | undefined)?.failure?.cause ===
			'credential-invalid',
	);
	if (refusal) return wrong('The service gives or accepts no token.', asError(refusal).message);
	if (!credentials.accessToken) throw failures.find(Boolean);
	const leftMs = Number(credentials.sessionExpiresAt) - Date.now();
	return ok(`There is a token. It expires in ${inWords(leftMs)}.`);
}

const isRefused = (failure: unknown) => isStatus(failure, 403);
const isRedirect = (failure: unknown) =>
	/^3/.test(String((failure as { httpCode?: unknown } | undefined)?.httpCode ?? ''));

const ofReads = (names: readonly ReadName[], what: string) =>
	`${names.length} of ${READ_NAMES.length} reads ${what}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`;

/** What failed for another reason may be refused, too. */
async function permissions(look: Look): Promise<Found> {
	const refused = await namesOf(look, isRefused);
	if (refused.length > 0)
		return attention(
			ofReads(refused, 'are refused'),
			'Ask whoever manages the service for the permission, or choose another credential.',
		);
	const failed = await namesOf(look, (failure) => failure !== undefined);
	return failed.length > 0
		? unknown(ofReads(failed, 'failed'), asError((await readAll(look)).get(failed[0]!)).message)
		: ok(ofReads([], 'are refused'));
}

async function redirects(look: Look): Promise<Found> {
	const redirected = await namesOf(look, isRedirect);
	const finding = ofReads(redirected, 'are redirected');
	return redirected.length === 0
		? ok(finding)
		: wrong(
				finding,
				'This looks like a gateway or a sign-in page. Check the Base URL of the credential.',
			);
}

async function basePath(look: Look): Promise<Found> {
	const { pathname } = new URL(look.client.session.baseUrl);
	const isUsual = /\/v\d+$/i.test(pathname);
	const answering = await namesOf(look, (failure) => failure === undefined);
	if (answering.length === 0)
		return (isUsual ? unknown : wrong)(
			'Nothing below the base path answers.',
			'Check the Base URL of the credential: it usually ends in /v2.',
		);
	const end = isUsual ? 'ends in a version' : 'has no version at its end';
	return ok(
		`The base path ${end}. ${answering.length} of ${READ_NAMES.length} reads below it answer.`,
	);
}

async function clock(look: Look): Promise<Found> {
	await readAll(look);
	const { clockAheadMs } = look.client.session;
	if (clockAheadMs === undefined) return unknown('The service shows no plausible time.');
	const seconds = formatCount(Math.round(Math.abs(clockAheadMs) / 1000));
	const finding = `The clocks of n8n and the service differ by ${seconds} s.`;
	return Math.abs(clockAheadMs) < CLOCK_OFF_MS
		? ok(finding)
		: attention(finding, 'Set the clock of this machine by a time server.');
}

const isPlain = (address: string) =>
	URL.canParse(address) && address.startsWith('http:') && !isLocal(new URL(address));

async function plainHttp(look: Look): Promise<Found> {
	const open: string[] = [];
	for await (const raw of entriesOf(look, 'listeners')) {
		const { listenerId, uri } = readListener(raw);
		if (isPlain(uri)) open.push(listenerId);
	}
	return open.length === 0
		? ok('Nothing is sent over plain http, except on this machine.')
		: attention(
				`${open.length} listeners are called over plain http.`,
				'Set WEBHOOK_URL of this n8n to an address with https, and publish the workflows again.',
				open,
			);
}

async function rate({ client: { session } }: Look): Promise<Found> {
	const { requestsPerSecond: set, environment, pace } = session;
	const { staging, production } = LIMITS.requestsPerSecond;
	const allowed = environment === 'staging' ? staging : production;
	const finding = `${formatCount(pace.refusedCount)} calls of this process were refused as too many. It sends up to ${pace.perSecond} calls per second, ${set} are set, and the service is known to allow ${allowed}.`;
	return pace.refusedCount > 0
		? attention(
				finding,
				'Lower "Requests per Second" in the credential if other systems share this address.',
			)
		: ok(finding);
}

export const CONNECTION: readonly Check[] = [
	{ name: 'token', run: token },
	{ name: 'permissions', run: permissions },
	{ name: 'redirects', run: redirects },
	{ name: 'basePath', run: basePath },
	{ name: 'clock', run: clock },
	{ name: 'plainHttp', run: plainHttp },
	{ name: 'rate', run: rate },
];
