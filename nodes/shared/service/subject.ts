/** What the parts of a path stand for: one of them, and all of them. */
const NAMES: Record<string, readonly [one: string, all: string]> = {
	jobs: ['job', 'jobs'],
	requests: ['request', 'requests'],
	sourcecontent: ['source content', 'source content'],
	sourcefiles: ['file', 'files'],
	supportassets: ['support asset', 'support assets'],
	tmupdates: ['translation memory update', 'translation memory updates'],
	statusupdates: ['status update', 'status updates'],
	listeners: ['listener', 'listeners'],
	providers: ['provider', 'providers'],
	quota: ['quota', 'quota'],
};
/** These stand where an id would. */
const NO_IDS = ['archived', 'add', 'approve', 'reject', 'listeners'];

/** What a call is about, as people say it: "Request 7 of job 12", "A new job". A path that says nothing is named itself. */
export function subjectOf(method: string, path: string): string {
	const segments = path.split('/').filter(Boolean);
	const named: string[] = [];
	let isWhole = false;
	while (segments.length > 0) {
		const segment = segments.shift()!;
		const names = Object.hasOwn(NAMES, segment) ? NAMES[segment] : undefined;
		if (!names) continue;
		// What it is among goes without saying.
		if (isWhole) named.shift();
		isWhole = segments[0] === undefined || NO_IDS.includes(segments[0]);
		named.unshift(isWhole ? (method === 'POST' ? `a new ${names[0]}` : `the ${names[1]}`) : `${names[0]} ${decoded(segments.shift()!)}`);
	}
	const subject = named.join(' of ');
	return subject ? subject.charAt(0).toUpperCase() + subject.slice(1) : `${method} ${path}`;
}

function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}
