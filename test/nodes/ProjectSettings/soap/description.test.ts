import { descriptionOf } from '../../../../nodes/ProjectSettings/soap/description';
import type { ServiceSettings } from '../../../../nodes/ProjectSettings/soap/settings';
import { leap } from '../../../support/simulatedTime';

let services = 0;
let settings: ServiceSettings;
beforeEach(() => {
	settings = {
		url: `https://settings.example.com/${(services += 1)}.svc`,
		namespace: 'urn:t',
		organisation: '',
		headers: {},
		secrets: new Set(),
	};
});

/** A reading that ends when told to. */
function execution() {
	let fail = (_error: Error) => {};
	const read = jest.fn(
		async () => await new Promise<undefined>((_resolve, reject) => (fail = reject)),
	);
	return { reader: {}, read, cancel: () => fail(new Error('cancelled')) };
}

const answering = () => ({ reader: {}, read: jest.fn(async () => undefined) });

it('is read once for executions that want it at the same time', async () => {
	const [first, second] = [answering(), answering()];
	await Promise.all([descriptionOf(settings, first), descriptionOf(settings, second)]);
	expect(first.read).toHaveBeenCalled();
	expect(second.read).not.toHaveBeenCalled();
});

it('is read anew, once, by an execution that waited for one that was cancelled', async () => {
	const [first, second] = [execution(), answering()];
	const cancelled = descriptionOf(settings, first);
	const waiting = [descriptionOf(settings, second), descriptionOf(settings, second)];
	first.cancel();
	await expect(cancelled).rejects.toThrow('cancelled');
	expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
	// ?wsdl and ?singleWsdl
	expect(second.read).toHaveBeenCalledTimes(2);
});

it('fails once for all items of an execution', async () => {
	const only = execution();
	const items = [descriptionOf(settings, only), descriptionOf(settings, only)];
	only.cancel();
	expect(await Promise.allSettled(items)).toMatchObject([
		{ status: 'rejected' },
		{ status: 'rejected' },
	]);
	expect(only.read).toHaveBeenCalledTimes(1);
});

it('is asked for again after five minutes by an execution that was told that there is none', async () => {
	const [first, soon, later] = [answering(), answering(), answering()];
	await descriptionOf(settings, first);
	await leap(4 * 60_000);
	await descriptionOf(settings, soon);
	await leap(2 * 60_000);
	await descriptionOf(settings, later);
	expect([soon, later].map(({ read }) => read.mock.calls.length)).toEqual([0, 2]);
});
