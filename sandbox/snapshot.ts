import type { Job, Listener, Provider, SourceContent, StatusUpdate } from './model';
import type { State } from './state';

/** Everything the service holds, as it holds it. */
export interface Snapshot {
	/** In the order of their creation. */
	jobs: Array<Omit<Job, 'contents'> & { contents: SourceContent[] }>;
	updates: StatusUpdate[];
	listeners: Listener[];
	providers: Provider[];
}

export const snapshot = ({ jobOrder, updates, listeners, providers }: State): Snapshot => ({
	jobs: jobOrder.map(({ contents, ...job }) => ({ ...job, contents: [...contents.values()] })),
	updates: [...updates.values()],
	listeners: [...listeners.values()],
	providers: [...providers.values()],
});
