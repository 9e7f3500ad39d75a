import type { ListenerFields } from '../shared/service/listeners';
import type { Listener } from '../shared/service/resources';
import { LISTENER_CODES } from '../shared/service/wire';
import { type ListenerType, isSameAddress } from './membership';

/** What a listener of ours should be like. */
export function fieldsOf(type: ListenerType, uri: string, { acknowledge }: { acknowledge: boolean }): ListenerFields & { uri: string; type: string } {
	const isJob = type === 'JOB_STATUS_UPDATED';
	// Every code its type accepts: the listener is shared, and each node filters for itself.
	return { uri, type, statusCodes: [...LISTENER_CODES[type]], acknowledgeStatusUpdate: acknowledge, disabled: false, onSupportAssetCreate: isJob, onTmUpdateCreate: isJob };
}

/** Whether it is not as it should be. A service that does not show a code or a flag is believed to have it. */
export function hasDrifted(listener: Listener, { uri, type: _type, statusCodes = [], ...flags }: ListenerFields & { uri: string }): boolean {
	const missing = listener.statusCodes.length > 0 && statusCodes.some((code) => !listener.statusCodes.includes(code));
	const differs = Object.entries(flags).some(([name, value]) => listener[name] !== undefined && listener[name] !== null && listener[name] !== value);
	return missing || differs || !isSameAddress(listener.uri, uri);
}
