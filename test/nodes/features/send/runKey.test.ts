/** Jobs at the service carry these labels. A new value would send their content twice. */
import { useHarness } from '../../../support/harness';
import { fileItem, sending, textItem } from './support';

describe('The run key of Send for Translation', () => {
	const harness = useHarness({ variants: { labelsShape: 'asSent' } });

	const input = [
		{ ...fileItem('a.txt', 'Hello'), json: { id: 'page-0' } },
		textItem('World', { id: 'page-1' }),
		{ ...fileItem('terms.txt', 'A glossary'), json: { translate: 'supportAsset' } },
	];
	const everyField = {
		jobName: 'At noon',
		translate: '={{ $json.translate ?? "automatic" }}',
		itemFields: {
			sourceNativeId: '={{ $json.id }}',
			wordCount: 3,
			extendedMetadata: '{ "layout": "wide" }',
		},
		additionalFields: {
			customData: '={{ ({ b: 1, a: [2] }) }}',
			description: 'Hurry',
			dueDate: '2027-01-31T12:00:00Z',
			labels: { label: [{ name: 'campaign', value: 'spring' }, { name: 'web' }] },
			poReference: 'PO-1',
			serviceType: 'human',
			shouldQuote: true,
		},
	};
	const options = { extendedMetadata: '{ "costCenter": "DE-1234" }' };
	const labels = async () => {
		const [job] = await harness.sandbox.jobs();
		return JSON.stringify(job!.labels).match(/n8n-run-[0-9a-f]+|-c[0-9a-f]{32}/g);
	};

	it('of a job without fields of its own', async () => {
		await harness.json(sending(), { input: [textItem('Hello'), textItem('World')] });
		expect(await labels()).toEqual([
			'n8n-run-8ea16206b8b637e652ac4822cc11310c',
			'-c309bfb50e8a1be1f2a74b0b2d55812a8',
		]);
		const requests = await harness.sandbox.requests();
		expect(new Set(requests.map(({ sourceNativeId }) => sourceNativeId))).toEqual(
			new Set(['n8n-3bfc82bc6d05d99f667502671a11d9bd', 'n8n-41fa431be1d61ff7e92c2d7e3035c6de']),
		);
	});

	it('of a job and items with every field', async () => {
		await harness.json(sending({ ...everyField, options }), { input });
		expect(await labels()).toEqual([
			'n8n-run-e2339f7ee8016c6085c79590cc11310c',
			'-c3cf02072e7894b2063f92bbcad08f770',
		]);
		const requests = await harness.sandbox.requests();
		expect(new Set(requests.map(({ sourceNativeId }) => sourceNativeId))).toEqual(
			new Set(['page-0', 'page-1']),
		);
	});

	it('of a job with a key of its own', async () => {
		await harness.json(sending({ ...everyField, options: { ...options, runKey: 'release 7' } }), {
			input,
		});
		expect(await labels()).toEqual([
			'n8n-run-35b47993910fc2be321fba3f691a4571',
			'-c3cf02072e7894b2063f92bbcad08f770',
		]);
	});
});
