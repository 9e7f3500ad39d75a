/** A copy of the record without these fields. */
export const omit = <T extends object, K extends keyof T>(record: T, ...fields: K[]): Omit<T, K> =>
	Object.fromEntries(
		Object.entries(record).filter(([field]) => !fields.includes(field as K)),
	) as Omit<T, K>;
