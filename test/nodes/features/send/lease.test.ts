import { useHarness } from '../../../support/harness';
import { sending, textItems, withSender } from './support';

describe('Send for Translation for longer than a sender may be silent', () => {
	const harness = useHarness({ variants: { latencyMs: 200 } });

	const until = async (isSo: () => Promise<boolean>) => {
		while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
	};
	const requestsBegun = async () => (await harness.sandbox.requests()).length > 0;

	it('stops, and leaves the job alone, when another run has taken it over', async () => {
		let hasEnded = false;
		const run = harness
			.run(sending({ options: { concurrency: 1, takeOverSeconds: 1 } }), { input: textItems(15) })
			.finally(() => (hasEnded = true));
		await until(requestsBegun);
		const jobId = (await harness.sandbox.jobs())[0]!.jobId;
		const authorization = await bearer();
		// A sign of life that was under way may write over it: whoever takes over looks again, and so
		// does this.
		while (!hasEnded) {
			await takeOver(authorization);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		const { error } = await run;
		expect(error?.message).toContain(`Job ${jobId} was taken over by another execution`);
		expect(error?.description).toContain(`Job ${jobId} was left as it is`);
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['CREATED']);
	});

	async function takeOver(authorization: string): Promise<void> {
		const [job] = await harness.sandbox.jobs();
		const labels = withSender(job!.labels);
		const { jobId, connectorName, connectorVersion } = job!;
		await fetch(`${harness.sandbox.baseUrl}/jobs/${jobId}`, {
			method: 'PATCH',
			headers: { Authorization: authorization, 'Content-Type': 'application/json' },
			body: JSON.stringify({ labels, connectorName, connectorVersion }),
		});
	}

	async function bearer(): Promise<string> {
		const { authUrl, clientId, clientSecret } = harness.sandbox;
		const body = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
		});
		const { access_token: token } = (await (
			await fetch(`${authUrl}/connect/token`, { method: 'POST', body })
		).json()) as { access_token: string };
		return `Bearer ${token}`;
	}
});
