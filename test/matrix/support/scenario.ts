import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Outcome, Stage } from './stage';
import type { State } from './state';

/** The work to run after the service is prepared. */
export interface Act {
	run(): Promise<Outcome>;
	/** Checks after the run, whatever went wrong. Returns what is not true. */
	afterwards?(outcome: Outcome): Promise<string[]>;
}

export interface Scenario {
	/** Prepares the state of the service. */
	prepare(stage: Stage): Promise<Act>;
	/** Makes parts of the output equal that may differ between two good runs. */
	essential?(output: unknown): unknown;
	/** Whether an output lacks only what it names as missing. */
	isNamedPart?(output: unknown, right: unknown): boolean;
	/** n8n can run an operation again after its success, but not a trigger. */
	isOperation?: boolean;
	/** Other state of the service that matters, besides jobs, listeners and updates. */
	holdings?(stage: Stage): Promise<unknown>;
	/** It may do the rest later, as `afterwards` proves. */
	mayBePartial?: boolean;
	/** A partial effect that a failure may leave, if its text says so. */
	mayLeave?(state: State, before: State, text: string): boolean;
	/** Calls and passing troubles that it cannot survive, as `PUT /v2/jobs/* · status 500`. */
	mayFail?: RegExp;
	/** Those after which any answer is the result: only the user knows what it must hold. */
	passesOn?: RegExp;
}

type Translations = Array<{ json: { problems?: unknown[]; problemsText?: string } }>;

/**
 * The texts are compared only if the source can be read. A problem must be seen, so only an empty
 * list may be missing.
 */
export const withoutProblems = (output: unknown) =>
	(output as Translations).map(({ json: { problems = [], problemsText, ...json }, ...item }) => ({
		...item,
		json: problems.length > 0 ? { ...json, problems, problemsText } : json,
	}));

type Prepared = { parameters?: IDataObject; input?: INodeExecutionData[] };
type Extra = Omit<Scenario, 'prepare'>;

/** An operation of a node: its preparation and its parameters. */
export function operation(
	prepare: (stage: Stage) => Promise<Prepared> | Prepared,
	extra: Extra = {},
): Extra & { of(resource: string, name: string, type?: string): Scenario } {
	return {
		...extra,
		of: (resource, name, type = 'translationJobs') => ({
			...extra,
			isOperation: true,
			prepare: async (stage) => {
				const { parameters, input } = await prepare(stage);
				return {
					run: async () =>
						await stage.run(
							type,
							{ resource, operation: name, ...parameters } as INodeParameters,
							input,
						),
				};
			},
		}),
	};
}
