import { TRIES_ALL } from '../../support/depth';
import { ODD_VALUES } from './oddValues';
import { PLACES, problemsOf } from './oddValuesOracle';

const VALUES = ODD_VALUES.filter((_value, index) => TRIES_ALL || index % 2 === 0);

it.each(PLACES)('%s reads each of its parameters', async (_place, parameters) => {
	expect(await problemsOf(parameters, () => VALUES)).toEqual([]);
});
