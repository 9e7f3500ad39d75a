/**
 * An expression gives "", "45s", false, a list or an object more often than one thinks. Each
 * parameter takes what a person means, or refuses it before anything is sent. Here parameters of one
 * kind share the values between them. The soak beside this file tries each with all.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { tries } from '../../support/depth';
import { ODD_VALUES, type Parameter, PARAMETERS, read } from './oddValues';
import { PLACES, problemsOf } from './oddValuesOracle';

const PART = tries({ part: 12, all: 1 });

const kindOf = ({ field: { type, name, typeOptions }, path }: Parameter) =>
	[type, type === 'string' && name, typeOptions?.loadOptionsMethod, path[0]!.name].join(' ');
const turns = new Map<string, number>();
function someOf(parameter: Parameter): unknown[] {
	const turn = turns.get(kindOf(parameter)) ?? 0;
	turns.set(kindOf(parameter), turn + 1);
	return ODD_VALUES.filter((_value, index) => index % PART === turn % PART);
}

it.each(PLACES)('%s reads each of its parameters', async (_place, parameters) => {
	expect(await problemsOf(parameters, someOf)).toEqual([]);
});

const inForms = PARAMETERS.filter(({ isCredential }) => !isCredential);
const ofType = (type: INodeProperties['type']) =>
	inForms.filter(({ field }) => field.type === type);

it('reads a number as meant', () => {
	const wrong = ofType('number').filter((parameter) =>
		[30, '30', ' 30 '].some((value) => read(parameter, value) !== 30),
	);
	expect(wrong.map(({ where }) => where)).toEqual([]);
});

it.each([
	[true, [true, 'true', ' TRUE ', 1, '1']],
	[false, [false, 'false', 'False', 0, '0']],
])('reads a switch as meant: %j', (meant, values) => {
	const wrong = ofType('boolean').filter((parameter) =>
		values.some((value) => read(parameter, value) !== meant),
	);
	expect(wrong.map(({ where }) => where)).toEqual([]);
});

it('reads a choice as meant', () => {
	const wrong = ofType('options').filter((parameter) => {
		const [first] = (parameter.field.options ?? []) as INodePropertyOptions[];
		return first && read(parameter, ` ${first.value} `) !== first.value;
	});
	expect(wrong.map(({ where }) => where)).toEqual([]);
});

it('reads a list as meant, also from text', () => {
	const lists = inForms.filter(({ field }) =>
		['requestIds', 'sourceNativeIds', 'updateIds'].includes(field.name),
	);
	const wrong = lists.filter((parameter) =>
		['a,b', ' a , b ', 'a\nb', ['a', 'b'], ['a', '', ' b', null]].some(
			(value) => JSON.stringify(read(parameter, value)) !== '["a","b"]',
		),
	);
	expect(lists.length).toBeGreaterThan(5);
	expect(wrong.map(({ where }) => where)).toEqual([]);
});

it.each([
	['fieldsToTranslate', "['a, b'].c, d", "['a, b'].c, d"],
	['body', '"text"', 'text'],
])('leaves what is inside a value to its own reader: %s', (name, value, meant) => {
	const parameters = inForms.filter(({ field }) => field.name === name);
	expect(parameters.length).toBeGreaterThan(0);
	expect(parameters.map((parameter) => read(parameter, value))).toEqual(
		parameters.map(() => meant),
	);
});
