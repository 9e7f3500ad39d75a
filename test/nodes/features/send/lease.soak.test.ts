import { sleep } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { sending, textItems } from './support';

const harness = useHarness({ variants: { latencyMs: 200 } });

it('a long sending keeps its job by signs of life, and another run waits for it', async () => {
	// Two calls for each item: longer than the eight seconds, of which a slow machine may lose five
	// between two signs.
	const parameters = sending({ options: { concurrency: 1, takeOverSeconds: 8 } });
	const input = textItems(30);
	const first = harness.json(parameters, { input });
	while ((await harness.sandbox.requests()).length === 0) await sleep(20);
	const [second] = await harness.json(parameters, { input });
	const [job] = await first;
	expect(second).toMatchObject({ jobId: job!.jobId, sendOutcome: 'alreadySent' });
	expect(job).toMatchObject({ sendOutcome: 'created', requestCount: 60 });
	expect(await harness.sandbox.requests()).toHaveLength(60);
	expect(
		(await harness.sandbox.log({ method: 'PATCH', jobId: String(job!.jobId) })).length,
	).toBeGreaterThan(0);
});
