import { withoutPlaceholders } from '../../texts/placeholders';
import { bareText } from '../../texts/plainText';
import type { Check } from './check';
import { withoutTerms } from './terms';

const THREE_LETTERS = /(?:\p{L}\p{M}*){3}/u;

const compared = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\s{2,}|[^\S ]/g, ' ')
		.trim();

export const untranslated: Check = {
	name: 'untranslated',
	title: 'Untranslated',
	description: 'Texts that came back as they were sent',
	find({ source, translation }, { mayStay, termsToKeep }) {
		if (mayStay || compared(source) !== compared(translation)) return [];
		// Of a message, the texts of its branches stay.
		return THREE_LETTERS.test(withoutTerms(bareText(withoutPlaceholders(source)), termsToKeep))
			? ['the text is not translated']
			: [];
	},
};
