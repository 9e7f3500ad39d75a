/** One figure: what it measures, its target, and what it was compared with in the same run. */
export interface Figure {
	name: string;
	value: number;
	unit: string;
	target: string;
	ok: boolean;
	comparedWith: string;
}

export type Report = (figure: Figure) => void;

/** Pictures for the documentation: file name → SVG. */
export type Charts = Record<string, string>;

export interface Options {
	/** A commit whose code is measured in turn with this one. */
	compare?: string;
}
