import { listJobs } from '../../../nodes/api/jobs';
import { toArray } from '../../../nodes/http/pages';
import { useHarness } from '../../support/harness';

const harness = useHarness();

it('pages without end are not followed for ever', async () => {
	await harness.sandbox.seed({ jobs: 120 });
	await harness.sandbox.configure({ nextPage: 'endless' });

	const jobs = harness.withClient(async (client) => await toArray(listJobs(client)));

	await expect(jobs).rejects.toMatchObject({ message: 'The list of the service does not end' });
});
