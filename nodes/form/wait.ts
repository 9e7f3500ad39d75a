import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readFlag, readNumber } from './parameters';

/** Each operation says in its own description what it waits for. */
export const waitField: INodeProperties = {
	displayName: 'Wait Until Done',
	name: 'wait',
	type: 'boolean',
	default: false,
	description: 'Whether to wait until the service has finished',
};

export const waitForProviderField: INodeProperties = {
	...waitField,
	displayName: 'Wait Until the Provider Has It',
	description:
		'Whether to wait until the job has reached the provider. Large jobs take a while. The node does not wait for the translations.',
};

export const waitLimit: INodeProperties = {
	displayName: 'Wait for at Most (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description:
		'How long the node may wait before it fails, if it waits. The service continues either way.',
};

/** In milliseconds; undefined to not wait. */
export function readWait(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (!readFlag(context, 'wait', itemIndex)) return undefined;
	return readWaitLimit(context, itemIndex);
}

/** In milliseconds. */
export const readWaitLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	readNumber(context, 'options.waitSeconds', itemIndex) * 1000;
