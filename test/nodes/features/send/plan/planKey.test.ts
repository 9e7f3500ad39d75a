import type { ContentItem } from '../../../../../nodes/features/send/content';
import { checkPlanKey, planKeyOf } from '../../../../../nodes/features/send/plan/planKey';

const item = (itemIndex: number, targets: string[] = ['de-de']) =>
	({
		itemIndex,
		kind: 'content',
		sourceNativeId: `item-${itemIndex}`,
		requestName: `Item ${itemIndex}`,
		targetNativeLanguageCodes: targets,
		identity: `item-${itemIndex} ${[...targets].sort().join()}`,
	}) as unknown as ContentItem;

const keyOf = (...items: ContentItem[]) =>
	planKeyOf({ providerId: 'pseudo', fields: {}, ownKey: '' }, items, 'digest of all items');

describe('the key of a plan', () => {
	it('does not depend on the order of items and languages', () => {
		const other = keyOf(item(2, ['fr-fr', 'de-de']), item(1));
		expect(keyOf(item(1), item(2, ['de-de', 'fr-fr']))).toBe(other);
	});

	it('tells which of the items are refused', () => {
		expect(() => checkPlanKey(keyOf(item(1)), keyOf(item(2)))).toThrow('What differs: the content');
	});

	it('tells that another item has a language', () => {
		const [planned, now] = [
			keyOf(item(1, ['de-de', 'fr-fr']), item(2)),
			keyOf(item(1), item(2, ['de-de', 'fr-fr'])),
		];
		expect(() => checkPlanKey(planned, now)).toThrow('What differs: the content');
	});
});
