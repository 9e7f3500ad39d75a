import { asError } from '../../http/errors';
import { inWords } from '../../http/outcome';
import { LIMITS } from '../../rules/limits';
import { attention, type Found, ok, unknown, wrong } from './finding';
import type { Check, Look } from './look';
import { firstPage, READ_NAMES, type ReadName } from './reads';

/** A clock that is further off makes dates wrong, and the end of a token. */
const CLOCK_OFF_MS = 60_000;

type Failure = Error & { httpCode?: unknown; failure?: { cause?: string } };

/** What failed, by name. */
const failedReads = async (look: Look): Promise<Array<[ReadName, Failure]>> =>
	await look.once('reads', async () => {
		const failed: Array<[ReadName, Failure]> = [];
		for (const name of READ_NAMES)
			await firstPage(look, name).catch((error: unknown) => failed.push([name, asError(error)]));
		return failed;
	});

async function token(look: Look): Promise<Found> {
	const failed = await failedReads(look);
	const { accessToken, sessionExpiresAt } = look.client.session.credentials;
	const refusal = failed.find(([, { failure }]) => failure?.cause === 'credential-invalid');
	if (refusal) return wrong('No token is issued or accepted.', refusal[1].message);
	if (!accessToken) throw asError(failed[0]?.[1]);
	return ok(`The token expires in ${inWords(Number(sessionExpiresAt) - Date.now())}.`);
}

const READ_KINDS: Array<
	[name: string, status: RegExp, typeof wrong, what: string, advice: string]
> = [
	['Permissions', /^403/, attention, 'are refused', 'Ask whoever manages the service.'],
	['Redirects', /^3/, wrong, 'are redirected', 'Check the Base URL: this may be a sign-in page.'],
	['Base path', /^(?!403|3)/, unknown, 'fail', 'Check the Base URL: it usually ends in /v2.'],
];

/** What fails for another reason may be refused, too. */
const READS: Check[] = READ_KINDS.map(([name, status, verdict, what, advice]) => ({
	name,
	run: async (look) => {
		const failed = await failedReads(look);
		const meant = failed.filter(([, { httpCode }]) => status.test(String(httpCode ?? '')));
		const names = meant.map(([read]) => read).join(', ');
		const finding = `${meant.length} of ${READ_NAMES.length} reads ${what}${names && `: ${names}`}.`;
		const judge = meant.length === READ_NAMES.length ? wrong : verdict;
		if (meant.length > 0) return judge(finding, `${advice} ${meant[0]![1].message}`);
		return failed.length > 0 ? unknown(finding) : ok(finding);
	},
}));

async function clock(look: Look): Promise<Found> {
	await failedReads(look);
	const { clockAheadMs } = look.client.session;
	if (clockAheadMs === undefined) return unknown('The service shows no plausible time.');
	const finding = `The service's clock is ahead by ${Math.round(clockAheadMs / 1000)} s.`;
	return Math.abs(clockAheadMs) < CLOCK_OFF_MS
		? ok(finding)
		: attention(finding, 'Set the clock of this machine by a time server.');
}

async function rate({ client: { session } }: Look): Promise<Found> {
	const { requestsPerSecond, environment, pace } = session;
	const { staging, production } = LIMITS.requestsPerSecond;
	const finding = `Calls that this process made too fast: ${pace.refusedCount}. Calls per second: ${pace.perSecond} now, ${requestsPerSecond} set, ${environment === 'staging' ? staging : production} specified.`;
	return pace.refusedCount === 0
		? ok(finding)
		: attention(finding, 'If others share this address, lower "Requests per Second".');
}

export const CONNECTION: readonly Check[] = [
	{ name: 'Token', run: token },
	...READS,
	{ name: 'Clock', run: clock },
	{ name: 'Rate', run: rate },
];
