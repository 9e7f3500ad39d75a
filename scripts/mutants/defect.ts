/** A defect that is planted on purpose: some text of a source file, and what replaces it. */
export interface Defect {
	name: string;
	file: string;
	/** Appears in the file exactly once. */
	search: string;
	replacement: string;
}

/** Puts a defect into the text of its file. */
export function plant(text: string, { name, file, search, replacement }: Defect): string {
	const parts = text.split(search);
	if (parts.length !== 2)
		throw new Error(
			`"${name}": its search text appears ${parts.length - 1} times in ${file}, not once. Correct it.`,
		);
	return parts.join(replacement);
}
