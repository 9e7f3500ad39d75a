import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../../../support/harness';
import { runOnWire, type Wire } from '../../../support';
import { type Sending, sendings } from './generated';

const RUNS = { numRuns: Number(process.env.PREVIEW_RUNS ?? 200) };

describe('Preview', () => {
	const harness = useHarness({ variants: { sendingMs: 1, autoDeliver: false } });

	const operation = (parameters: INodeParameters, name: string) => ({
		...parameters,
		operation: name,
	});

	/** Leaves the jobs of an earlier run. */
	const prepare = async ({ parameters, input, quotas, before }: Sending) => {
		await harness.reset();
		await harness.sandbox.configure({ quotas });
		if (before === 'nothing') return;
		const { options } = parameters as { options: INodeParameters };
		if (before === 'unsubmitted')
			await harness.sandbox.fault({
				method: 'PUT',
				path: 'submit$',
				status: 409,
				body: { message: 'not today' },
			});
		const first = { ...parameters, options: { ...options, maxTries: 1, onFailure: 'keep' } };
		await harness.run(first, { input });
		await harness.sandbox.clearFaults();
		if (before === 'cancelled')
			for (const { requestId, status } of await harness.sandbox.requests())
				if (status !== 'CREATED') await harness.sandbox.cancelRequest(requestId);
	};

	it('says what Send then does', async () => {
		await fc.assert(
			fc.asyncProperty(sendings, async (sending) => {
				const { parameters, input } = sending;
				await prepare(sending);
				const seen = await runOnWire(harness, operation(parameters, 'preview'), { input });
				expect(seen.error).toBeUndefined();
				expect(seen.changes).toEqual([]);
				const sent = await runOnWire(harness, operation(parameters, 'send'), { input });
				const promised = seen.json[0]!;
				if (sent.error) expect(refusalsIn(promised)).toEqual(refusalsOf(sent));
				else {
					expect(promised).toMatchObject(amountsOf(sent));
					expectCalls(Number(promised.calls) - passing(seen), sent.calls.length - passing(sent));
				}
			}),
			RUNS,
		);
	});
});

const refusalsIn = ({ sendOutcome, refused, planKey }: IDataObject) => ({
	sendOutcome,
	planKey,
	items: (refused as IDataObject[]).map(({ itemIndex }) => itemIndex ?? null),
});

/** The whole run is refused if no item is named. */
const refusalsOf = ({ error }: Wire) => {
	const failed = error?.context?.failedItems as IDataObject[] | undefined;
	const items = failed?.map(({ itemIndex }) => itemIndex) ?? [null];
	return { sendOutcome: 'refused', planKey: '', items };
};

function amountsOf({ json, calls }: Wire): IDataObject {
	const posted = (path: RegExp) =>
		calls.filter(({ method, path: called }) => method === 'POST' && path.test(called));
	const outcomes = json.map(({ sendOutcome }) => String(sendOutcome));
	const isNew = outcomes.every((outcome) => outcome === 'created');
	const fields = posted(/\/sourcecontent$/).map(({ body }) => (body as { fields: [] }).fields);
	return {
		sendOutcome: ['created', 'continued', 'alreadySent'].find((one) => outcomes.includes(one)),
		jobs: new Set(json.map(({ jobId }) => jobId)).size,
		requests: json.reduce((sum, { requestCount = 1 }) => sum + Number(requestCount), 0),
		refused: [],
		...(isNew ? { files: posted(/\/sourcefiles$/).length, texts: fields.flat().length } : {}),
	};
}

const HEARTBEAT = /n8n-sender-[0-9a-f]{12}-[1-9]/;

/** Searches, and the heartbeats with the reading before them. Time decides how many there are. */
const passing = ({ calls, lines }: Wire) =>
	lines.filter((line) => /^GET \/(jobs(\/archived)?\?filter=|quota$)/.test(line)).length +
	2 *
		calls.filter(({ method, body }) => method === 'PATCH' && HEARTBEAT.test(JSON.stringify(body)))
			.length;

function expectCalls(promised: number, made: number): void {
	const difference = Math.abs(promised - made);
	expect({ promised, made, isNear: difference <= made / 10 }).toEqual({
		promised,
		made,
		isNear: true,
	});
}
