import type { Scenario, operation } from './scenario';

type Operations = Record<string, ReturnType<typeof operation>>;

/** The operation that a scenario is about; several may be about one: `getAll, archived`. */
export const operationOf = (name: string): string => name.split(',')[0]!;

/** The scenarios of a resource by their full names. */
export const scenariosOf = (resource: string, operations: Operations, type?: string): Record<string, Scenario> =>
	Object.fromEntries(Object.entries(operations).map(([name, each]) => [`${resource}/${name}`, each.of(resource, operationOf(name), type)]));
