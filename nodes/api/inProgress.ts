import { OperationFailed } from '../core/errors';
import { LISTED_STATUSES, statusTitle } from '../rules/statuses';

/**
 * The service relies on connectors not to delete work in progress. An unknown status may mean just
 * that.
 */
export function refuseInProgress(
	what: string,
	status: string,
	deletable: readonly string[],
	advice: string,
): void {
	if (deletable.includes(status)) return;
	const isKnown = LISTED_STATUSES.includes(status);
	const message = isKnown
		? `${what} is in progress and must not be deleted`
		: `${what} may be in progress and is not deleted`;
	const reason = isKnown
		? `Its status is "${statusTitle(status)}": a provider is working on it.`
		: `Its status is "${status}", which this node does not know. It deletes only what is ${deletable.map(statusTitle).join(', ')}.`;
	throw new OperationFailed(message, `${reason} ${advice}`);
}
