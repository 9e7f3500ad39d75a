/** The files in place of library code that the package leaves out (scripts/build/instead.js). */
import { Base64 } from 'js-base64';

import { Base64 as Instead } from '../../../scripts/build/instead/base64.js';

it.each(['', 'a', 'Grüße.docx', '日本語 🎉.pdf', '\ud800', 'é', '\u0000'])(
	'%j gets the same Base64',
	(text) => {
		expect(Instead.encode(text)).toBe(Base64.encode(text));
	},
);
