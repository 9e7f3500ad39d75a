/** Jobs at the service carry these labels. A new value would send their content twice. */
import { useHarness } from '../../../support/harness';
import { fileItem, sending, textItem } from './support';

describe('The run key of Send for Translation', () => {
	const harness = useHarness({ variants: { labelsShape: 'asSent' } });

	const input = [
		fileItem('a.txt', 'Hello'),
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
	const options = { extendedMetadataJson: '{ "costCenter": "DE-1234" }' };
	const labels = async () => {
		const [job] = await harness.sandbox.jobs();
		return JSON.stringify(job!.labels).match(/n8n-run-[0-9a-f]+|-c[0-9a-f]{32}/g);
	};

	it('of a job without fields of its own', async () => {
		await harness.json(sending(), { input: [textItem('Hello'), textItem('World')] });
		expect(await labels()).toEqual([
			'n8n-run-5ff0ca0c83d2d65a8ceb814fcc11310c',
			'-cbdd45528e6838bd8bfeef88bcd46d35c',
		]);
	});

	it('of a job and items with every field', async () => {
		await harness.json(sending({ ...everyField, options }), { input });
		expect(await labels()).toEqual([
			'n8n-run-8500536d346737d40846d823cc11310c',
			'-ca1f67a35af4692bd9377e5f0b26f75ef',
		]);
		const requests = await harness.sandbox.requests();
		expect(new Set(requests.map(({ sourceNativeId }) => sourceNativeId))).toEqual(
			new Set(['n8n-7beaece4003581684e9325f25890d90e', 'page-1']),
		);
	});

	it('of a job with a key of its own', async () => {
		await harness.json(sending({ ...everyField, options: { ...options, runKey: 'release 7' } }), {
			input,
		});
		expect(await labels()).toEqual([
			'n8n-run-35b47993910fc2be321fba3f691a4571',
			'-ca1f67a35af4692bd9377e5f0b26f75ef',
		]);
	});
});
