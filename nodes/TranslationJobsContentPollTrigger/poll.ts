import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { shortHash } from '../core/caches';
import { nextGroup } from '../triggers/divide';
import { HandOvers } from '../triggers/handOvers';
import { runPoll } from '../triggers/poll';
import { Changes } from './changes';
import { dueAgain } from './due';
import { HandOver } from './handOver';
import { type Poll, recall } from './memory';
import { sample } from './sample';
import { readContentPollSettings, type Settings } from './settings';

export const pollContent = async (context: IPollFunctions) =>
	await runPoll<Settings>(context, {
		readSettings: readContentPollSettings,
		sample,
		poll: async (client, settings, budget, key, store) => {
			const { filters, statuses } = settings;
			const account = [client.session.baseUrl, client.session.clientId];
			const memory = recall(key, JSON.stringify([settings, ...account]));
			const scope = shortHash(JSON.stringify([filters, statuses, ...account]));
			const handOvers = new HandOvers(store, 'handedOver', scope);
			const items = await findDeliveries({ client, settings, budget, memory, handOvers });
			handOvers.save();
			return items;
		},
	});

/** Lists what changed, decides what is due, and hands it over. */
async function findDeliveries(poll: Poll): Promise<INodeExecutionData[]> {
	const changes = new Changes(poll);
	await changes.list();
	const handOver = new HandOver(poll, changes.unchanged);
	await takeTurns(poll, handOver);
	if (changes.failure && handOver.count === 0) throw changes.failure;
	handOver.throwIfNoneWorked();
	forgetWhatIsGone(poll);
	return handOver.items;
}

/**
 * An execution holds new deliveries, or one group of those that come again. Where both are due,
 * they take turns.
 */
async function takeTurns(poll: Poll, handOver: HandOver) {
	const { memory, settings, handOvers } = poll;
	if (!settings.dividesRepeated) return await handOver.readDue(() => true);
	let hadTurn = memory.isTurnOfRepeated;
	if (hadTurn) await handOverGroup(poll, handOver);
	if (handOver.count === 0) await handOver.readDue((hash) => handOvers.attemptOf(hash) === 0);
	if (!hadTurn && handOver.count === 0 && !handOver.isFull()) {
		hadTurn = true;
		await handOverGroup(poll, handOver);
	}
	memory.isTurnOfRepeated = !hadTurn && dueAgain(poll).length > 0;
}

/** If nothing of a group is in review any more, the next one follows. */
async function handOverGroup(poll: Poll, handOver: HandOver) {
	let due = dueAgain(poll);
	while (due.length > 0 && !handOver.isFull() && handOver.count === 0) {
		const hashes = nextGroup(due);
		await handOver.readDue((hash) => hashes.has(hash), []);
		due = due.filter(({ hash }) => !hashes.has(hash));
	}
}

/** Once every job is read, forgets hand-overs that belong to no job. */
function forgetWhatIsGone({ memory, settings, handOvers }: Poll) {
	const { jobs, unread, sweptAt } = memory;
	if ((sweptAt === undefined && settings.filters.jobId === '') || unread.size > 0) return;
	handOvers.keepOnly(
		new Set([...jobs.values()].flatMap(({ deliveries }) => [...deliveries.keys()])),
	);
}
