import { applyChange } from './change';
import { describePlan, makePlan } from './plan';
import { PLANTED } from './planted';

it.each(PLANTED)('the planted defect "$name" still fits its source', (defect) => {
	expect(applyChange(defect)).toContain(defect.replacement);
});

it('a seed gives the same plan every time, and each round another one', () => {
	expect(makePlan(7, 3)).toEqual(makePlan(7, 3));
	expect(describePlan(makePlan(7, 3))).not.toBe(describePlan(makePlan(7, 4)));
	expect(describePlan(makePlan(7, 3))).not.toBe(describePlan(makePlan(8, 3)));
});
