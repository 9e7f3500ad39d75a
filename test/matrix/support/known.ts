/** Cases that are known to be wrong, each with the reason. One that is right again fails the test until it is taken off. */
export interface Known {
	scenario: RegExp;
	call?: RegExp;
	trouble?: RegExp;
	why: string;
}

export const KNOWN: Known[] = [];
