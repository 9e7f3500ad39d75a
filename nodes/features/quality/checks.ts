import type { Check } from './check';
import { length } from './length';
import { numbers } from './numbers';
import { placeholders } from './placeholders';
import { tags } from './tags';
import { terms } from './terms';
import { untranslated } from './untranslated';
import { whiteSpace } from './whiteSpace';

/** To add a check, add it here. The form offers it. */
export const CHECKS: readonly Check[] = [
	placeholders,
	tags,
	numbers,
	untranslated,
	whiteSpace,
	length,
	terms,
];
