/** Workflows of one n8n that share a listener, and what the tests ask about them. */
import { eventually } from '../../support/eventually';
import { type Harness, useHarness } from '../../support/harness';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { WebhookHost } from '../../support/triggers/webhookHost';

export const WORKFLOWS = ['one', 'two', 'three', 'four', 'five'];

/** A new host of webhooks for each test. */
export function useSharedListener(): SharedListener {
	const shared = new SharedListener(
		useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } }),
	);
	beforeEach(async () => {
		shared.host = await WebhookHost.start(shared.harness.engine);
	});
	afterEach(async () => await shared.host.stop());
	return shared;
}

export class SharedListener {
	host!: WebhookHost;

	constructor(readonly harness: Harness) {}

	startedBy = () =>
		this.host.executions
			.map(({ webhookId, isTest }) => (isTest ? `${webhookId} (test)` : webhookId))
			.sort();

	/** Delivers once and waits until so many workflows were started by it. */
	deliver = async (expected: number): Promise<void> => {
		const { host } = this;
		const { sandbox } = this.harness;
		host.executions.length = 0;
		const { jobIds } = await sandbox.seed({ jobs: 1 });
		const before = (await sandbox.callbacks()).length;
		await sandbox.deliver(jobIds[0]!);
		if (expected > 0) {
			await eventually(
				async () =>
					(await sandbox.callbacks()).length > before && host.executions.length >= expected,
			);
		}
		await host.idle();
	};

	members = async () =>
		(await this.uris()).map(({ searchParams }) => searchParams.get('members')!.split(',').sort());

	called = async () => (await this.uris()).map(({ pathname }) => pathname);

	private async uris(): Promise<URL[]> {
		return (await this.harness.sandbox.listeners()).map(({ uri }) => new URL(uri));
	}
}
