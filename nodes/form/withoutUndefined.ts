export const withoutUndefined = <T extends object>(values: T): Partial<T> =>
	Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined),
	) as Partial<T>;
