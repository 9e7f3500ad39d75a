import { asError } from '../../http/errors';
import { inWords } from '../../http/outcome';
import { LIMITS } from '../../rules/limits';
import { attention, type Found, ok, unknown, wrong } from './finding';
import { type Check, inFull, type Probe, READ_NAMES, type ReadName } from './probe';

/** A clock that is further off makes dates wrong, and the end of a token. */
const CLOCK_OFF_MS = 60_000;

const NO_TOKEN = 'No token is issued or accepted.';

type Failure = Error & { httpCode?: unknown; failure?: { cause?: string } };

/** Without a token or an answer, every other check would wait in vain. */
export async function whyUnreachable(probe: Probe): Promise<Check[] | undefined> {
	const failed: Failure | undefined = await probe.knock();
	if (!failed) return undefined;
	const isRefused = failed.failure?.cause === 'credential-invalid';
	const lacksToken = isRefused || !probe.client.session.credentials.accessToken;
	if (probe.hasAnswered && !lacksToken) return undefined;
	const finding = isRefused
		? NO_TOKEN
		: lacksToken
			? 'No token came.'
			: 'The service did not answer.';
	return [{ name: 'Connection', run: async () => wrong(finding, inFull(failed)) }];
}

const failedReads = async (probe: Probe): Promise<Array<[ReadName, Failure]>> =>
	await probe.once('reads', async () => {
		const failed: Array<[ReadName, Failure]> = [];
		for (const name of READ_NAMES)
			await probe.firstPage(name).catch((error: unknown) => failed.push([name, asError(error)]));
		return failed;
	});

async function token(probe: Probe): Promise<Found> {
	const failed = await failedReads(probe);
	const { accessToken, sessionExpiresAt } = probe.client.session.credentials;
	const refusal = failed.find(([, { failure }]) => failure?.cause === 'credential-invalid');
	if (refusal) return wrong(NO_TOKEN, refusal[1].message);
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
	run: async (probe) => {
		const failed = await failedReads(probe);
		const meant = failed.filter(([, { httpCode }]) => status.test(String(httpCode ?? '')));
		const names = meant.map(([read]) => read).join(', ');
		const finding = `${meant.length} of ${READ_NAMES.length} reads ${what}${names && `: ${names}`}.`;
		const judge = meant.length === READ_NAMES.length ? wrong : verdict;
		if (meant.length > 0) return judge(finding, `${advice} ${meant[0]![1].message}`);
		return failed.length > 0 ? unknown(finding) : ok(finding);
	},
}));

async function clock(probe: Probe): Promise<Found> {
	await failedReads(probe);
	const { clockAheadMs } = probe.client.session;
	if (clockAheadMs === undefined) return unknown('The service shows no plausible time.');
	const finding = `The service's clock is ahead by ${Math.round(clockAheadMs / 1000)} s.`;
	return Math.abs(clockAheadMs) < CLOCK_OFF_MS
		? ok(finding)
		: attention(finding, 'Set the clock of this machine by a time server.');
}

/** Also of the calls of this run, so it comes last. */
export const RATE: Check = {
	name: 'Rate',
	run: async ({ client: { session } }) => {
		const { requestsPerSecond, environment, pace } = session;
		const { staging, production } = LIMITS.requestsPerSecond;
		const finding = `Calls that this process made too fast: ${pace.refusedCount}. Calls per second: ${pace.perSecond} now, ${requestsPerSecond} set, ${environment === 'staging' ? staging : production} specified.`;
		return pace.refusedCount === 0
			? ok(finding)
			: attention(finding, 'If others share this address, lower "Requests per Second".');
	},
};

export const CONNECTION: readonly Check[] = [
	{ name: 'Token', run: token },
	...READS,
	{ name: 'Clock', run: clock },
];
