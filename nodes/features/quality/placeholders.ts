import { compareAllForms } from '../../texts/placeholders';
import { areMissing, areNew, type Check } from './check';

/** Every placeholder has one of these. Most texts have none. */
const SIGN = /[%{<:[]/;

export const placeholders: Check = {
	name: 'placeholders',
	title: 'Placeholders',
	description: 'Placeholders such as {name} or %s that are missing, new or renamed',
	find({ source, translation }) {
		if (!SIGN.test(source) && !SIGN.test(translation)) return [];
		const { missing, added } = compareAllForms(source, translation);
		return [...areMissing(missing), ...areNew(added)];
	},
};
