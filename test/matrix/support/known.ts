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
	{ scenario: /^file\/download|^job\/collect/, call: /retrievefile|sourcefiles|files |all calls/, why: 'downloads believe what is not whole' },
	{ scenario: /./, call: /files \/fms\/multipart/, why: 'the file host is believed whatever it answers' },
];
