import type { ICredentialDataDecryptedObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { TranslationJobsApi } from '../credentials/TranslationJobsApi.credentials';
import { Engine, PACKAGE } from '../scripts/engine';
import { Probe } from '../test/support/probe';

/** Runs work inside a real execution of n8n's engine and returns its result. */
export async function runProbe<T>(
	credential: IDataObject,
	work: (context: IExecuteFunctions) => Promise<T>,
): Promise<T> {
	const probe = new Probe();
	const type = `${PACKAGE}.probe`;
	const engine = await Engine.start({
		nodes: { [type]: probe },
		credentials: { translationJobsApi: new TranslationJobsApi() },
		stored: [
			{
				id: 'rest',
				type: 'translationJobsApi',
				data: credential as ICredentialDataDecryptedObject,
			},
		],
	});
	let result: { value: T } | undefined;
	probe.work = async (context) => {
		result = { value: await work(context) };
	};
	const node = {
		id: '1',
		name: 'Probe',
		type,
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
		credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
	};
	const run = await engine.run({ nodes: [node], connections: {} }, { startNode: 'Probe' });
	engine.stop();
	if (!result) throw run.data.resultData.error ?? new Error('The benchmark did not run');
	return result.value;
}
