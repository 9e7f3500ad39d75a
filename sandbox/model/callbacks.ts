import type {
	HeldCallback,
	Job,
	JsonObject,
	Listener,
	ListenerType,
	TranslationRequest,
} from './model';
import { guid, type State } from './state';

const CALLBACK_TIMEOUT_MS = 10_000;
const KEPT_CALLBACKS = 10_000;
/** How long callbacks wait to be sent out of order. */
const REORDER_MS = 150;

const activeListener = (state: State, type: ListenerType): Listener | undefined =>
	[...state.listeners.values()].find((listener) => listener.type === type && !listener.disabled);

/**
 * A listener acknowledges updates by its existence, whatever its type and even if it is never
 * called.
 */
export const acknowledgesUpdates = (state: State): boolean =>
	[...state.listeners.values()].some((listener) => listener.acknowledgeStatusUpdate);

export function callJobListener(state: State, job: Job, deleted = false): void {
	const listener = activeListener(state, 'JOB_STATUS_UPDATED');
	if (!listener || !listener.statusCodes.includes(job.status)) return;
	dispatch(state, listener, {
		eventType: 'JOB_UPDATE',
		listenerId: listener.listenerId,
		payloadUuid: guid(),
		jobId: job.jobId,
		statusCode: job.status,
		updateTime: new Date(state.now()).toISOString(),
		isError: job.hasError,
		archived: job.archiveStatus === 'ARCHIVED',
		deleted,
	});
}

export function callRequestListener(
	state: State,
	jobId: string,
	requests: readonly TranslationRequest[],
	message?: string,
): void {
	const listener = activeListener(state, 'REQUEST_STATUS_UPDATED');
	const first = requests[0];
	if (!listener || !first) return;
	// An error is sent in any status.
	const isError = message !== undefined;
	if (!isError && !listener.statusCodes.includes(first.status)) return;
	dispatch(state, listener, {
		eventType: 'REQUEST_UPDATE',
		listenerId: listener.listenerId,
		payloadUuid: guid(),
		jobId,
		requestIds:
			state.variants.callbackRequestIds === 'null'
				? null
				: requests.map(({ requestId }) => requestId),
		statusCode: isError ? (state.variants.errorStatus ?? first.status) : first.status,
		updateTime: new Date(state.now()).toISOString(),
		...(state.variants.errorField === 'none' ? {} : { isError }),
		message: message ?? '',
	});
}

/** No public source shows this callback; its shape follows the others. */
export function callFileListeners(
	state: State,
	jobId: string,
	created: { supportassetId: string } | { tmupdateId: string },
): void {
	const isAsset = 'supportassetId' in created;
	for (const listener of state.listeners.values()) {
		if (listener.disabled || !(isAsset ? listener.onSupportAssetCreate : listener.onTmUpdateCreate))
			continue;
		dispatch(state, listener, {
			eventType: isAsset ? 'SUPPORT_ASSET_CREATE' : 'TM_UPDATE_CREATE',
			listenerId: listener.listenerId,
			payloadUuid: guid(),
			jobId,
			...created,
			updateTime: new Date(state.now()).toISOString(),
			isError: false,
		});
	}
}

function dispatch(state: State, listener: Listener, payload: JsonObject): void {
	const callback = { listener, payload };
	switch (state.variants.callbacks) {
		case 'down':
			record(state, callback, 0, 'endpoint down');
			return;
		case 'normal':
			void deliver(state, callback);
			return;
		case 'twice':
			void deliver(state, callback).then(() => deliver(state, callback));
			return;
		case 'outOfOrder':
			hold(state, callback);
	}
}

/** Collects callbacks for a moment, then sends the last one first. */
function hold(state: State, callback: HeldCallback): void {
	state.heldCallbacks.push(callback);
	if (state.heldCallbacks.length > 1) return;
	state.clock.schedule(REORDER_MS, () => {
		const batch = state.heldCallbacks.reverse();
		state.heldCallbacks = [];
		void (async () => {
			for (const held of batch) await deliver(state, held);
		})();
	});
}

async function deliver(state: State, callback: HeldCallback): Promise<void> {
	const { listener, payload } = callback;
	try {
		const answer = await fetch(listener.uri, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(payload),
			redirect: 'manual',
			signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
		});
		await answer.arrayBuffer();
		record(state, callback, answer.status);
		if (answer.ok) listener.failuresInARow = 0;
		else countFailure(state, listener);
	} catch (error) {
		record(state, callback, 0, String((error as Error).cause ?? error));
		countFailure(state, listener);
	}
}

function countFailure(state: State, listener: Listener): void {
	listener.failuresInARow += 1;
	const limit = state.variants.disableListenerAfter;
	if (limit > 0 && listener.failuresInARow >= limit) listener.disabled = true;
}

function record(
	state: State,
	{ listener, payload }: HeldCallback,
	status: number,
	error?: string,
): void {
	// Ignores a callback from before a reset.
	if (state.listeners.get(listener.listenerId) !== listener) return;
	state.callbacks.push({
		at: new Date(state.now()).toISOString(),
		listenerId: listener.listenerId,
		uri: listener.uri,
		payload,
		status,
		error,
	});
	if (state.callbacks.length > KEPT_CALLBACKS)
		state.callbacks = state.callbacks.slice(-KEPT_CALLBACKS / 2);
}
