import type { Violation } from '../calls/violations';
import type { Fault } from '../faults/faults';
import type { Job, Listener, Provider, SourceContent, StatusUpdate } from '../model/model';
import type { State } from '../model/state';

/** The whole state of the service. */
export interface Snapshot {
	/** In order of creation. */
	jobs: Array<Omit<Job, 'contents'> & { contents: SourceContent[] }>;
	updates: StatusUpdate[];
	listeners: Listener[];
	providers: Provider[];
	/** The same as `violations()` and `faults()`. */
	violations: Violation[];
	faults: Fault[];
}

export const snapshot = ({
	jobOrder,
	updates,
	listeners,
	providers,
	violations,
	faults,
}: State): Snapshot => ({
	jobs: jobOrder.map(({ contents, ...job }) => ({ ...job, contents: [...contents.values()] })),
	updates: [...updates.values()],
	listeners: [...listeners.values()],
	providers: [...providers.values()],
	violations: violations.all(),
	faults: faults.pending(),
});
