import { PROMISES } from './checker';
import type { Evidence } from './round';

const PATH = '/v2/jobs/J1';
const at = (seconds: number) => new Date(seconds * 1000).toISOString();

/** A job is read, submitted by a call that the service runs late, and deleted. */
function problemsOf(readAt: number, submittedAt: number): string[] {
	return PROMISES['no call could destroy a job in progress']!({
		log: [
			{ seq: 1, at: at(0), method: 'PUT', path: `${PATH}/submit`, status: 0, lateStatus: 200 },
			{ seq: 2, at: at(readAt), method: 'GET', path: PATH, status: 200 },
			{ seq: 3, at: at(30), method: 'DELETE', path: PATH, status: 409 },
		],
		snapshot: { jobs: [{ jobId: 'J1', submitted: submittedAt * 1000 }] },
	} as unknown as Evidence);
}

it('the deletion of a job that was read as submitted breaks a promise', () => {
	expect(problemsOf(29, 20)).toEqual([`DELETE ${PATH} was sent for something in progress`]);
});

it('a submission that takes effect after the last read of the job is nobody’s fault', () => {
	expect(problemsOf(19, 20)).toEqual([]);
});

/** A request is approved after ten seconds and delivered again after twenty. */
const claimsOf = (from: number): string[] =>
	PROMISES['whatever is reported as done is done']!({
		plan: { service: {} },
		log: [
			{
				seq: 1,
				at: at(10),
				method: 'PUT',
				path: `${PATH}/requests/approve`,
				status: 200,
				body: { requestIds: ['R1'] },
			},
		],
		records: {
			claims: [{ what: 'approved', id: 'R1', from: from * 1000, at: 100_000 }],
			provider: [{ act: 'deliverAgain', requestIds: ['R1'], at: 20_000 }],
		},
		snapshot: { jobs: [] },
	} as unknown as Evidence);

it('a delivery while the node that approves still works makes its report no false one', () => {
	expect(claimsOf(9)).toEqual([]);
});

it('an approval from before the latest delivery is not that of a node that began after it', () => {
	expect(claimsOf(30)).toEqual(['R1 was not approved when this was reported']);
});
