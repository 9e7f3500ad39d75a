/** Cases that cannot be told from good ones, each with the reason. */
export interface Known {
	scenario: RegExp;
	call?: RegExp;
	trouble?: RegExp;
	why: string;
}

export const KNOWN: Known[] = [
	{
		scenario: /^job\/collect/,
		call: /^GET files \/fms\/download/,
		trouble: /^done, and answered with (\{|null|two unknown lists)/,
		why: 'a text in place of another one, under its name and as long as announced, is that text',
	},
];
