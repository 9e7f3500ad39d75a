import { ODD_VALUES } from './oddValues';
import { PLACES, problemsOf } from './oddValuesOracle';

it.each(PLACES)('%s reads each of its parameters', async (_place, parameters) => {
	expect(await problemsOf(parameters, () => ODD_VALUES)).toEqual([]);
});
