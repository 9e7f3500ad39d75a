import { InvalidInput } from '../rules/invalidInput';

/**
 * Encodes an id as one path segment, so that a slash in it cannot reach another path. `.` and
 * `..` survive encoding and would be read as directories.
 */
export function pathSegment(id: unknown, field: string): string {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (text === '') {
		throw new InvalidInput(`${field} is empty`, 'Enter the id, or choose from the list.', field);
	}
	if (text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
		throw new InvalidInput(
			`${field} "${text}" is not an id`,
			'Check where the value comes from.',
			field,
		);
	}
	return encodeURIComponent(text);
}
