import { subjectOf } from '../../../nodes/api/connect';

it.each([
	['GET', '/jobs/12', 'Job 12'],
	['PUT', '/jobs/12/submit', 'Job 12'],
	['GET', '/jobs', 'The jobs'],
	['GET', '/jobs/archived', 'The jobs'],
	['POST', '/jobs', 'A new job'],
	['POST', '/jobs/12/requests/add', 'A new request of job 12'],
	['PUT', '/jobs/12/requests/approve', 'The requests of job 12'],
	['GET', '/jobs/12/requests/7/retrievefile', 'Request 7 of job 12'],
	['GET', '/jobs/a%20b/supportassets/3', 'Support asset 3 of job a b'],
	['POST', '/jobs/12/sourcefiles', 'A new file of job 12'],
	['GET', '/statusupdates/listeners', 'The listeners'],
	['DELETE', '/statusupdates/listeners/9', 'Listener 9'],
	['PUT', '/statusupdates/5/acknowledge', 'Status update 5'],
	['GET', '/jobs/%', 'Job %'],
	['GET', '/jobs/requests', 'Job requests'],
	['GET', '/reports/2026', 'GET /reports/2026'],
	['GET', '/constructor', 'GET /constructor'],
])('%s %s is about: %s', (method, path, subject) => {
	expect(subjectOf(method, path)).toBe(subject);
});
