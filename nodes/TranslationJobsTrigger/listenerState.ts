import type { ListenerFields } from '../api/listeners';
import type { Listener } from '../api/resources';
import { LISTENER_CODES } from '../api/wire';
import { omit } from '../rules/json';
import { isSameAddress, type ListenerType } from './membership';

export function fieldsOf(
	type: ListenerType,
	uri: string,
	{ acknowledge }: { acknowledge: boolean },
): ListenerFields & { uri: string; type: string } {
	const isJob = type === 'JOB_STATUS_UPDATED';
	// The listener is shared, so it asks for every status, and each node filters.
	return {
		uri,
		type,
		statusCodes: [...LISTENER_CODES[type]],
		acknowledgeStatusUpdate: acknowledge,
		disabled: false,
		onSupportAssetCreate: isJob,
		onTmUpdateCreate: isJob,
	};
}

/** A status or flag that the service does not show counts as set. */
export function hasDrifted(
	listener: Listener,
	{ uri, statusCodes = [], ...fields }: ListenerFields & { uri: string },
): boolean {
	const missing =
		listener.statusCodes.length > 0 &&
		statusCodes.some((code) => !listener.statusCodes.includes(code));
	const shown: Record<string, unknown> = listener;
	const differs = Object.entries(omit(fields, 'type')).some(
		([name, value]) => (shown[name] ?? value) !== value,
	);
	return missing || differs || !isSameAddress(listener.uri, uri);
}
