import { descriptionOf } from '../../../../nodes/ProjectSettings/soap/description';
import type { ServiceSettings } from '../../../../nodes/ProjectSettings/soap/settings';
import { leap } from '../../../support/simulatedTime';

let services = 0;
let url: string;
beforeEach(() => {
	url = `https://settings.example.com/${(services += 1)}.svc`;
});

/** Each execution has settings of its own. */
const execution = (): ServiceSettings => ({
	url,
	namespace: 'urn:t',
	organisation: '',
	headers: {},
	secrets: new Set(),
});

const answering = () => jest.fn(async () => undefined);

it('is read once for all items of an execution', async () => {
	const [settings, read] = [execution(), answering()];
	await Promise.all([descriptionOf(settings, read), descriptionOf(settings, read)]);
	// ?singleWsdl and ?wsdl
	expect(read).toHaveBeenCalledTimes(2);
});

it('fails once for all items of an execution', async () => {
	const settings = execution();
	const read = jest.fn(async () => await Promise.reject(new Error('cancelled')));
	const items = [descriptionOf(settings, read), descriptionOf(settings, read)];
	expect(await Promise.allSettled(items)).toMatchObject([
		{ status: 'rejected' },
		{ status: 'rejected' },
	]);
	// ?singleWsdl and ?wsdl
	expect(read).toHaveBeenCalledTimes(2);
});

it('is asked for again after five minutes if there was none', async () => {
	const [first, soon, later] = [answering(), answering(), answering()];
	await descriptionOf(execution(), first);
	await leap(4 * 60_000);
	await descriptionOf(execution(), soon);
	await leap(2 * 60_000);
	await descriptionOf(execution(), later);
	expect([soon, later].map(({ mock }) => mock.calls.length)).toEqual([0, 2]);
});
