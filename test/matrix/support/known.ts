/** Cases that are known to be wrong, each with the reason. */
export interface Known {
	scenario: RegExp;
	call?: RegExp;
	trouble?: RegExp;
	why: string;
}

export const KNOWN: Known[] = [];
