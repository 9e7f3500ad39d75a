import { InvalidInput } from './invalidInput';

/**
 * An id as one segment of a path: a slash in it is encoded, so that it can never reach another path.
 * `.` and `..` cannot be encoded and would be taken for directories.
 */
export function pathSegment(id: unknown, field: string): string {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (text === '') {
		throw new InvalidInput(`${field} is empty`, 'Enter the id, or choose from the list.', field);
	}
	if (text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
		throw new InvalidInput(`${field} "${text}" is not an id`, 'Check where the value comes from.', field);
	}
	return encodeURIComponent(text);
}
