import { outdated } from '../../scripts/reference';

test('the reference pages say what the nodes say; if not, run "npm run docs"', () => {
	expect(outdated()).toEqual([]);
});
