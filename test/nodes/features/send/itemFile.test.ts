import type { INodeExecutionData } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { fileItem, sending } from './support';

describe('the file that Send for Translation takes from an item', () => {
	const harness = useHarness();

	const merge = (...items: INodeExecutionData[]): INodeExecutionData => ({
		json: { texts: { title: 'Good morning' } },
		binary: Object.assign({}, ...items.map(({ binary }) => binary)) as INodeExecutionData['binary'],
	});
	const sentNames = async () => [
		...new Set((await harness.sandbox.requests()).map(({ requestName }) => requestName)),
	];

	it.each(['automatic', 'file'])(
		'is its only one, whatever its field is called (%s)',
		async (translate) => {
			await harness.json(sending({ translate }), {
				input: [merge(fileItem('a.txt', 'Hello', 'attachment_0'))],
			});
			expect(await sentNames()).toEqual(['a.txt']);
		},
	);

	it.each([undefined, null, ''])('is taken where What to Translate gives %j', async (role) => {
		const input = [{ ...fileItem('a.txt', 'Hello'), json: role === undefined ? {} : { role } }];
		await harness.json(sending({ translate: '={{ $json.role }}' }), { input });
		expect(await sentNames()).toEqual(['a.txt']);
	});

	it('is the one in the named field if there are several', async () => {
		const input = [
			merge(fileItem('a.txt', 'Hello', 'first'), fileItem('b.txt', 'World', 'second')),
		];
		await harness.json(sending({ options: { binaryPropertyName: 'second' } }), { input });
		expect(await sentNames()).toEqual(['b.txt']);
		await harness.json(sending({ translate: 'file', binaryPropertyName: 'first' }), { input });
		expect(await sentNames()).toEqual(['b.txt', 'a.txt']);
	});

	it.each([
		['automatic', 'in the option'],
		['file', 'under'],
		['both', 'under'],
		['supportAsset', 'under'],
	])(
		'has to be named if there are several, and nothing else is sent instead (%s)',
		async (translate, place) => {
			const { error } = await harness.run(sending({ translate }), {
				input: [merge(fileItem('a.txt', 'Hello', 'first'), fileItem('b.txt', 'World', 'second'))],
			});
			expect(error?.message).toBe(
				'The item has 2 files (first, second), and none of them is in the field "data"',
			);
			expect(error?.description).toContain(
				`Enter one of these ${place} 'Input Binary Field': first, second.`,
			);
			expect(await harness.sandbox.jobs()).toEqual([]);
		},
	);

	it('does not matter if only texts are to be translated', async () => {
		await harness.json(sending({ translate: 'content' }), {
			input: [merge(fileItem('a.txt', 'Hello', 'first'), fileItem('b.txt', 'World', 'second'))],
		});
		expect(await sentNames()).toEqual(['Good morning']);
	});
});
