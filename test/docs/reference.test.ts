import { outdated } from '../../scripts/reference';

it('the reference pages say what the nodes say; if not, run "npm run docs"', () => {
	expect(outdated()).toEqual([]);
});
