import { seededRandom } from '../../support/triggers/seededRandom';
import { useSharedListener, WORKFLOWS } from './sharedListener';

const ACTIVATIONS = 100;

const shared = useSharedListener();
const { harness, startedBy, deliver, members } = shared;

it(`five workflows, ${ACTIVATIONS} activations and as many deactivations in random order, some at once`, async () => {
	const next = seededRandom(20_261_115);
	const active = new Set<string>();
	const parameters = { events: ['translationReady', 'jobCancelled'] };
	let callbacks = 0;
	let started = 0;
	let activations = 0;
	while (activations < ACTIVATIONS) {
		const atOnce = WORKFLOWS.filter(() => next() < 0.5);
		await Promise.all(
			atOnce.map(async (workflow) => {
				if (active.delete(workflow)) return await shared.host.deactivate(workflow);
				active.add(workflow);
				activations += 1;
				await shared.host.activate(workflow, parameters);
			}),
		);

		const listeners = await harness.sandbox.listeners();
		expect(listeners.map(({ type }) => type).sort()).toEqual(
			active.size > 0 ? ['JOB_STATUS_UPDATED', 'REQUEST_STATUS_UPDATED'] : [],
		);
		expect(await members()).toEqual(listeners.map(() => [...active].sort()));
		await deliver(active.size);
		expect(startedBy()).toEqual([...active].sort());
		callbacks += active.size > 0 ? 1 : 0;
		started += active.size;
	}
	await Promise.all([...active].map(async (workflow) => await shared.host.deactivate(workflow)));
	expect(await harness.sandbox.listeners()).toEqual([]);
	console.log(
		`${activations} activations and as many deactivations, ${callbacks} callbacks, ${started} executions, each active workflow once per callback; no listener left`,
	);
}, 600_000);
