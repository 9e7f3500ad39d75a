/** The provider: delivers, delivers again, cancels and fails, as planned. */
import type { DeliveredStatus, TranslationRequest } from '../../sandbox/model/model';
import { now, wait } from '../support/simulatedTime';
import type { World } from './instance';
import type { Plan, ProviderAct } from './plan';
import { Random } from './random';

const WITH_PROVIDER = ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'TRANSLATION_REJECTED'];
const DELIVERED = ['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED'];
const UNREVIEWED: readonly DeliveredStatus[] = [
	'COMPLETED_NO_NEED_TO_TRANSLATE',
	'COMPLETED_COPY_BACK',
	'COMPLETED',
];

const CONCERNS: Record<ProviderAct, readonly string[]> = {
	deliver: WITH_PROVIDER,
	deliverAgain: DELIVERED,
	deliverUnreviewed: WITH_PROVIDER,
	cancel: WITH_PROVIDER,
	fail: [...WITH_PROVIDER, 'REVIEW_TRANSLATION'],
};
const SHARE: Record<ProviderAct, number> = {
	deliver: 0.6,
	deliverAgain: 0.4,
	deliverUnreviewed: 0.2,
	cancel: 0.15,
	fail: 0.2,
};

export async function playProvider(world: World, { provider }: Plan, startedAt: number) {
	for (const { atSeconds, act, seed } of provider) {
		await wait(Math.max(0, startedAt + atSeconds * 1000 - now()));
		await perform(world, act, new Random(seed));
	}
}

async function perform(world: World, act: ProviderAct, random: Random): Promise<void> {
	const { sandbox } = world;
	const possible = (await sandbox.requests()).filter(({ status }) =>
		CONCERNS[act].includes(status),
	);
	const chosen = idsOf(random.some(possible, SHARE[act]));
	if (chosen.length === 0) return;
	const at = now();
	const requestIds = await carryOut(world, act, chosen, random);
	if (requestIds.length > 0) world.records.provider.push({ act, requestIds, at });
}

/** Returns what it concerned: a completed job takes no delivery. */
async function carryOut(
	{ sandbox }: World,
	act: ProviderAct,
	chosen: string[],
	random: Random,
): Promise<string[]> {
	switch (act) {
		case 'deliver':
		case 'deliverAgain':
			return await sandbox.redeliver(chosen);
		case 'deliverUnreviewed':
			return await sandbox.redeliver(chosen, random.pick(UNREVIEWED));
		case 'cancel':
			for (const requestId of chosen) await sandbox.cancelRequest(requestId);
			return chosen;
		case 'fail':
			for (const requestId of chosen) await sandbox.failRequest(requestId, 'The file is damaged.');
			return chosen;
	}
}

/** Delivers everything that is left. */
export async function deliverRest({ sandbox, records }: World): Promise<void> {
	const at = now();
	const requestIds = await sandbox.deliverAll();
	if (requestIds.length > 0) records.provider.push({ act: 'deliver', requestIds, at });
}

const idsOf = (requests: readonly TranslationRequest[]) =>
	requests.map(({ requestId }) => requestId);
