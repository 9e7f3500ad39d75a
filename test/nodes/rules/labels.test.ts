import { changeLabels, hasLabels, labelsToWire, readLabels } from '../../../nodes/rules/labels';
import { refusal } from '../../support/refusal';

describe('labelsToWire', () => {
	it('sends labels without any value as a list', () => {
		expect(labelsToWire([{ name: 'a' }, { name: ' b ', value: '' }])).toEqual(['a', 'b']);
	});

	it('sends labels with a value as an object', () => {
		expect(labelsToWire([{ name: 'a', value: '1' }, { name: 'b' }])).toEqual({ a: '1', b: '' });
	});

	it('sends none as an empty list, leaving out empty rows', () => {
		expect(labelsToWire([{ name: ' ', value: '' }])).toEqual([]);
	});

	it('sends a label that is given twice once', () => {
		expect(labelsToWire([{ name: 'a' }, { name: 'a' }])).toEqual(['a']);
		expect(
			labelsToWire([
				{ name: 'a', value: '1' },
				{ name: 'a', value: '1' },
			]),
		).toEqual({ a: '1' });
	});

	it('refuses two values for one label', () => {
		const pairs = [
			{ name: 'a', value: '1' },
			{ name: 'a', value: '2' },
		];
		expect(refusal(() => labelsToWire(pairs)).message).toBe(
			'Labels: "a" is given twice, as "1" and as "2"',
		);
	});

	it('refuses a value without a name', () => {
		expect(refusal(() => labelsToWire([{ name: '', value: '1' }])).message).toBe(
			'Labels: the value "1" has no name',
		);
	});

	it('sends a name that objects reserve like any other', () => {
		expect(JSON.stringify(labelsToWire([{ name: '__proto__', value: '1' }]))).toBe(
			'{"__proto__":"1"}',
		);
	});
});

describe('readLabels', () => {
	it.each([
		[
			['a', 'b'],
			[{ name: 'a' }, { name: 'b' }],
		],
		[
			{ a: '1', b: '', c: 2, d: null },
			[{ name: 'a', value: '1' }, { name: 'b' }, { name: 'c', value: '2' }, { name: 'd' }],
		],
		[
			[{ name: 'a', value: '1' }, { key: 'b' }, {}, null, ''],
			[{ name: 'a', value: '1' }, { name: 'b' }],
		],
		[null, []],
		[undefined, []],
		['text', []],
	])('reads %j', (wire, pairs) => {
		expect(readLabels(wire)).toEqual(pairs);
	});

	it('reads back what was sent', () => {
		const pairs = [{ name: 'a', value: '1' }, { name: 'b' }];
		expect(readLabels(labelsToWire(pairs))).toEqual(pairs);
	});
});

describe('hasLabels', () => {
	it('finds labels in either form', () => {
		expect(hasLabels(['a', 'b'], [{ name: 'b' }])).toBe(true);
		expect(hasLabels({ a: '1' }, [{ name: 'a', value: '1' }])).toBe(true);
		expect(hasLabels({ a: '1' }, [{ name: 'a' }])).toBe(true);
	});

	it('finds a value that a list carries inside the name', () => {
		expect(hasLabels(['a=1'], [{ name: 'a', value: '1' }])).toBe(true);
		expect(hasLabels(['a=1'], [{ name: 'a' }])).toBe(true);
		expect(hasLabels(['a=1'], [{ name: 'a', value: '2' }])).toBe(false);
	});

	it('misses other names and other values', () => {
		expect(hasLabels({ a: '1' }, [{ name: 'a', value: '2' }])).toBe(false);
		expect(hasLabels(['a'], [{ name: 'a', value: '1' }])).toBe(false);
		expect(hasLabels(['a'], [{ name: 'a' }, { name: 'b' }])).toBe(false);
		expect(hasLabels(null, [{ name: 'a' }])).toBe(false);
	});
});

describe('changeLabels keeps the form and the values', () => {
	const isOld = ({ name }: { name: string }) => name.startsWith('old');
	const added = [{ name: 'new', value: '2' }, { name: 'mark' }];

	it.each<[string, unknown, unknown]>([
		['of a list', ['a', 'old-1'], ['a', 'new=2', 'mark']],
		['of an object', { a: 'x', 'old-1': '1' }, { a: 'x', new: '2', mark: '1' }],
		[
			'of a list of objects',
			[{ key: 'a', value: 'x', id: 7 }, { key: 'old-1' }],
			[
				{ key: 'a', value: 'x', id: 7 },
				{ key: 'new', value: '2' },
				{ key: 'mark', value: '1' },
			],
		],
		['of none', undefined, { new: '2', mark: '' }],
		['of an empty list', [], { new: '2', mark: '' }],
	])('%s', (_form, read, expected) => {
		expect(changeLabels(read, isOld, added)).toEqual(expected);
	});

	it('and replaces what is given again', () => {
		expect(changeLabels({ new: '1' }, isOld, added)).toEqual({ new: '2', mark: '1' });
		expect(changeLabels(['mark'], isOld, [{ name: 'mark' }])).toEqual(['mark']);
		expect(changeLabels(['new=1', 'newer=1'], isOld, added)).toEqual(['newer=1', 'new=2', 'mark']);
	});
});
