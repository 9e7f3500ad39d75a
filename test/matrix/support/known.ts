/** Cases that are known to be wrong, each with the reason. */
export interface Known {
	scenario: RegExp;
	call?: RegExp;
	trouble?: RegExp;
	why: string;
}

export const KNOWN: Known[] = [
	{ scenario: /./, call: /auth/, why: 'a token host that answers nonsense is taken for a wrong login' },
	{ scenario: /./, trouble: /token refused with 403/, why: 'a token that is refused with 403 is not replaced' },
	{
		scenario: /^file\/download|^job\/collect/,
		call: /^GET (files \/fms\/download|\/v2\/jobs\/\*\/sourcefiles)/,
		trouble: /^done, and answered with (\{|null|two unknown lists)/,
		why: 'a text in place of another one, under its name and as long as announced, is that text',
	},
];
