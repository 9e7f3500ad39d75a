import { badRequest } from '../calls/refusal';
import type { Fault } from '../faults/faults';
import type { Listener, Provider } from '../model/model';
import type { Client, State } from '../model/state';
import type { Variants } from '../model/variants';
import { type Snapshot, snapshot } from './snapshot';

export interface Memory {
	rss: number;
	heapUsed: number;
	external: number;
}

/** What only tests need: a look behind the service, and what no call can put into it. */
export interface TestActions {
	variants(): Variants;
	faults(): Fault[];
	clearFaults(): void;
	/** The whole state, with everything that belongs to a job. */
	snapshot(): Snapshot;
	memory(): Memory;
	addProvider(provider: Omit<Provider, 'seq'>): void;
	addClient(client: Client): void;
	/** Issues a token without a call to the token host. */
	issueToken(of: { clientId: string }): { token: string };
	expireTokens(): void;
	/** Adds a listener as it is, also a second one of its type. */
	addListener(of: Pick<Listener, 'uri' | 'type'> & Partial<Listener>): { listenerId: string };
	disableListeners(): void;
	/** Adds it to what is there, as a person in the service would. */
	addLabel(of: { jobId: string; label: string }): void;
}

export function testActions(state: State): TestActions {
	return {
		variants: () => state.variants,
		faults: () => state.faults.pending(),
		clearFaults: () => state.faults.clear(),
		snapshot: () => snapshot(state),
		memory: () => {
			const { rss, heapUsed, external } = process.memoryUsage();
			return { rss, heapUsed, external };
		},
		addProvider: (provider) =>
			void state.providers.set(provider.id, { seq: state.nextSeq(), ...provider }),
		addClient: (client) => void state.clients.set(client.clientId, client),
		issueToken: ({ clientId }) => ({ token: state.issueToken(clientId) }),
		expireTokens: () => state.expireTokens(),
		addListener(of) {
			const listenerId = state.newId();
			state.listeners.set(listenerId, {
				seq: state.nextSeq(),
				listenerId,
				statusCodes: ['CANCELLED'],
				acknowledgeStatusUpdate: true,
				disabled: false,
				onSupportAssetCreate: false,
				onTmUpdateCreate: false,
				failuresInARow: 0,
				...of,
			});
			return { listenerId };
		},
		disableListeners() {
			for (const listener of state.listeners.values()) listener.disabled = true;
		},
		addLabel({ jobId, label }) {
			const job = state.jobs.get(jobId);
			if (!job) throw badRequest(`There is no job ${jobId}.`);
			job.labels =
				job.labels === undefined || Array.isArray(job.labels)
					? [...(job.labels ?? []), label]
					: { ...job.labels, [label]: '1' };
		},
	};
}
