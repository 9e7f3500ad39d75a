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
	const requestIds = idsOf(random.some(possible, SHARE[act]));
	if (requestIds.length === 0) return;
	world.records.provider.push({ act, requestIds, at: now() });
	switch (act) {
		case 'deliver':
		case 'deliverAgain':
			return void (await sandbox.redeliver(requestIds));
		case 'deliverUnreviewed':
			return void (await sandbox.redeliver(requestIds, random.pick(UNREVIEWED)));
		case 'cancel':
			for (const requestId of requestIds) await sandbox.cancelRequest(requestId);
			return;
		case 'fail':
			for (const requestId of requestIds)
				await sandbox.failRequest(requestId, 'The file is damaged.');
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
