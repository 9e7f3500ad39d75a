import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { plant } from '../../scripts/mutants/defect';
import { describePlan, makePlan } from './plan';
import { PLANTED } from './planted';

it.each(PLANTED)('the planted defect "$name" still fits its source', (defect) => {
	const source = readFileSync(join(__dirname, '..', '..', defect.file), 'utf8');
	expect(plant(source, defect)).toContain(defect.replacement);
});

it('a seed gives the same plan every time, and each round another one', () => {
	expect(makePlan(7, 3)).toEqual(makePlan(7, 3));
	expect(describePlan(makePlan(7, 3))).not.toBe(describePlan(makePlan(7, 4)));
	expect(describePlan(makePlan(7, 3))).not.toBe(describePlan(makePlan(8, 3)));
});
