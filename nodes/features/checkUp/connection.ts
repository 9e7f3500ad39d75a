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
	const failed: Failure | undefined = await probe.knock('jobs');
	if (!failed) return undefined;
	// One list alone may be cut off.
	if (!probe.hasAnswered) await probe.knock('providers');
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

/** What fails for another reason than a refusal or a redirect may pass. */
const REFUSED = /^(3|403)/;

async function reads(probe: Probe): Promise<Found> {
	const failed = await failedReads(probe);
	const names = failed.map(([name, { httpCode }]) =>
		httpCode ? `${name} (HTTP ${String(httpCode)})` : name,
	);
	const finding = `${failed.length} of ${READ_NAMES.length} reads fail${names.length > 0 ? `: ${names.join(', ')}` : ''}.`;
	const [first] = failed;
	if (!first) return ok(finding);
	const refused = failed.find(([, { httpCode }]) => REFUSED.test(String(httpCode)));
	const judge = failed.length === READ_NAMES.length ? wrong : refused ? attention : unknown;
	const [, reason] = refused ?? first;
	return judge(finding, inFull(reason));
}

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
	{ name: 'Reads', run: reads },
	{ name: 'Clock', run: clock },
];
