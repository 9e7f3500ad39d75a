import type { operation, Scenario } from '../support/scenario';
import { file, supportAsset, translationMemory } from './files';
import { collect, job, preview, send } from './job';
import {
	apiCall,
	connection,
	language,
	listener,
	provider,
	quota,
	sourceContent,
	statusUpdate,
} from './others';
import { polls } from './polls';
import { analysisCode, priceList } from './projectSettings';
import { request } from './request';
import { trigger } from './trigger';

type Operations = Record<string, ReturnType<typeof operation>>;
type Scenarios = Record<string, Scenario>;

/** The operation of a scenario. Several may share one: `job/getAll, archived`. */
export const operationOf = (name: string): string => name.split(',')[0]!;

const named = (resource: string, operations: Operations, type?: string): Scenarios =>
	Object.fromEntries(
		Object.entries(operations).map(([name, each]) => [
			`${resource}/${name}`,
			each.of(resource, operationOf(name), type),
		]),
	);

/** Every scenario, by its test file. */
export const SCENARIOS = {
	job: named('job', job),
	sendAndCollect: { ...named('job', send), ...named('job', preview), ...named('job', collect) },
	request: named('request', request),
	files: {
		...named('file', file),
		...named('supportAsset', supportAsset),
		...named('translationMemory', translationMemory),
	},
	others: {
		...named('sourceContent', sourceContent),
		...named('statusUpdate', statusUpdate),
		...named('provider', provider),
		...named('listener', listener),
		...named('language', language),
		...named('quota', quota),
		...named('connection', connection),
		...named('apiCall', apiCall),
	},
	projectSettings: {
		...named('analysisCode', analysisCode, 'projectSettings'),
		...named('priceList', priceList, 'projectSettings'),
	},
	polls,
	trigger,
} satisfies Record<string, Scenarios>;
