import { leftByEarlierTries } from '../core/retryOnFail';
import { EffectUnclear } from './retry';
import type { Report } from './tries';
import type { Outcome } from './types';

interface CreatingCall<Client, Result> {
	method: string;
	path: string;
	body?: unknown;
	identity?: unknown;
	findEffect?: (client: Client) => Promise<Result | undefined>;
	hasPart?: () => boolean;
}

/** A call that may have taken effect. */
interface UnknownCall<Client> {
	/** Of one try of n8n's "Retry On Fail". */
	session: object;
	call: CreatingCall<Client, unknown>;
	outcome: Outcome;
}

interface EarlierTry<Client, Result> {
	/** How the same call ended in an earlier try of n8n, if nobody knows whether it took effect. */
	outcome?: Outcome;
	/** Looks for the effect of both. */
	findEffect: CreatingCall<Client, Result>['findEffect'];
	/** For the next try of n8n. */
	remember(report: Report, outcome: Outcome): void;
}

/** What an earlier try of n8n's "Retry On Fail" left of a creating call. */
export function earlierTry<Client, Result>(
	context: object,
	itemIndex: number,
	session: object,
	call: CreatingCall<Client, Result>,
): EarlierTry<Client, Result> {
	const unknown = leftByEarlierTries<UnknownCall<Client>>(context, itemIndex, 'calls');
	const earlier = unknown.find((each) => each.session !== session && isSameTarget(each.call, call));
	const findEffect = earlier ? findEither(earlier.call, call) : call.findEffect;
	return {
		outcome: earlier?.outcome,
		findEffect,
		remember({ tries, mayHaveTakenEffect }, outcome) {
			const isSent = !earlier || tries > 1;
			if (earlier && (isSent || !mayHaveTakenEffect)) unknown.splice(unknown.indexOf(earlier), 1);
			if (isSent && mayHaveTakenEffect)
				unknown.push({ session, call: { ...call, findEffect }, outcome });
		},
	};
}

type Identity = Pick<CreatingCall<never, unknown>, 'method' | 'path' | 'body' | 'identity'>;

const isSameTarget = (one: Identity, other: Identity) =>
	one.method === other.method && one.path === other.path;

/** Undefined if the calls differ: then nothing shows whether the earlier one took effect. */
function findEither<Client, Result>(
	earlier: CreatingCall<Client, unknown>,
	call: CreatingCall<Client, Result>,
): CreatingCall<Client, Result>['findEffect'] {
	if (identityOf(earlier) !== identityOf(call) || !earlier.findEffect) return undefined;
	return async (client) => {
		const found = (await earlier.findEffect!(client)) as Result | undefined;
		// Only the earlier call knows what is missing.
		if (!found && earlier.hasPart?.()) throw new EffectUnclear();
		return found ?? (await call.findEffect?.(client));
	};
}

const identityOf = ({ identity, body }: Identity) => JSON.stringify(identity ?? body);
