/** What the workflows of a round did and stored, as an outsider can see it. */
import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../matrix/support/failure';
import type { ProviderAct } from './plan';

/** One run of a sending. */
export interface SendingRun {
	sending: string;
	instance: string;
	ending: 'done' | 'failed' | 'killed';
	failure?: Failure;
	/** What the last node returned. */
	output: IDataObject[];
	at: number;
}

export interface HandOver {
	workflow: string;
	by: 'contentPoll' | 'statusPoll' | 'listener';
	/** The process, counted over all instances. */
	life: number;
	at: number;
	items: IDataObject[];
	/** The process ended before its execution, and before the next poll. */
	isKilled?: boolean;
}

/** A translation in the content system. */
export interface Stored {
	requestId: string;
	text: string;
	at: number;
}

/** Something that a node reported as done. */
export interface Claim {
	what: 'approved' | 'rejected' | 'completed';
	id: string;
	/** When the node began. */
	from: number;
	/** When the execution had ended. */
	at: number;
}

export interface ProviderRecord {
	act: ProviderAct;
	requestIds: string[];
	at: number;
}

/** A run of the workflow that delivers, from its start until it ended or was killed. */
export interface Execution {
	requestIds: string[];
	from: number;
	until: number;
}

/** A label that a colleague set. */
export interface Labelled {
	jobId: string;
	label: string;
	at: number;
}

export class Records {
	readonly executions: Execution[] = [];
	readonly runs: SendingRun[] = [];
	readonly handOvers: HandOver[] = [];
	readonly stored: Stored[] = [];
	readonly claims: Claim[] = [];
	readonly provider: ProviderRecord[] = [];
	readonly labelled: Labelled[] = [];
	/** Requests that a workflow rejected, or tried to. */
	readonly rejected = new Set<string>();
	readonly failures: Array<{ where: string; failure: Failure }> = [];
	readonly savedBytes: Array<{ workflow: string; bytes: number }> = [];
	readonly lives: Array<{ instance: string; limit: number; sentAt: number[] }> = [];
	/** Everything that people can read. */
	readonly texts: string[] = [];
	kills = 0;
	/**
	 * From then on, the service does not give this translation out, the store refuses it, or it kills
	 * every process that fetches it.
	 */
	spoiled?: { requestId: string; from: number; how: 'fetch' | 'store' | 'kill' };
}
