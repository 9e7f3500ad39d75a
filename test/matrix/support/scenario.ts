import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Outcome, Stage } from './stage';
import type { State } from './state';

/** What is run once the service is prepared for it. */
export interface Act {
	run(): Promise<Outcome>;
	/** What else must be true when it is over, whatever went wrong; returns what is not. */
	afterwards?(outcome: Outcome): Promise<string[]>;
}

export interface Scenario {
	/** Puts the service into the state that it needs. */
	prepare(stage: Stage): Promise<Act>;
	/** Parts of the output that may differ between two good runs, made equal. */
	essential?(output: unknown): unknown;
	/** What a success says that it could not do, and that somebody has to do then. */
	leftUndone?(items: readonly unknown[]): string;
	/** What the service holds besides jobs, listeners and updates, as far as it matters. */
	holdings?(stage: Stage): Promise<unknown>;
	/** It may do a part of it now and the rest later, as `afterwards` proves. */
	mayBePartial?: boolean;
	/** What a failure may leave at the service besides nothing and the whole effect, if its text says so. */
	mayLeave?(state: State, before: State, text: string): boolean;
	/** Calls and their troubles, as `PUT /v2/jobs/* · status 500`, that it cannot get over although they pass. */
	mayFail?: RegExp;
	/** Those after which whatever the service answers is the result: nobody but the user knows what it must hold. */
	passesOn?: RegExp;
}

type Prepared = { parameters?: IDataObject; input?: INodeExecutionData[] };
type Extra = Omit<Scenario, 'prepare'>;

/** An operation of a node: what is there before it, and its parameters. */
export function operation(prepare: (stage: Stage) => Promise<Prepared> | Prepared, extra: Extra = {}): Extra & { of(resource: string, name: string, type?: string): Scenario } {
	return {
		...extra,
		of: (resource, name, type = 'translationJobs') => ({
			...extra,
			prepare: async (stage) => {
				const { parameters, input } = await prepare(stage);
				return { run: async () => await stage.run(type, { resource, operation: name, ...parameters } as INodeParameters, input) };
			},
		}),
	};
}
