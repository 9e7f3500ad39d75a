// For workflows that nobody watches: opens an issue about what failed, or adds to the open one.
//   node scripts/reportFailure.mjs 'npm run test:storm -- --rounds 1000 --seed $SEED'
// Needs GitHub's command line tool, which its runners have. With --print it only shows the issue.
import { spawnSync } from 'node:child_process';

const LABEL = 'nightly';

const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SHA, SEED } = process.env;
const [command = ''] = process.argv.slice(2).filter((word) => word !== '--print');
if (command === '') {
	console.error('Say what failed, e.g. node scripts/reportFailure.mjs "npm test"');
	process.exit(1);
}

/** Without the seed, so that the next night finds the same issue. */
const title = `Failed at night: ${command.replace(/ --seed \$SEED$|^SEED=\$SEED /, '')}`;
const body = [
	`This failed on commit ${GITHUB_SHA ?? 'unknown'}. [The log](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}) says how.`,
	...(command.includes('$SEED') ? [`The seed was ${SEED}.`] : []),
	`To see it yourself: \`${command.replace('$SEED', SEED ?? '')}\``,
].join('\n\n');

function gh(...args) {
	const { status, stdout, error } = spawnSync('gh', args, {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	if (error || status !== 0) {
		console.error(`The issue could not be written: ${error?.message ?? `gh ${args[0]} failed`}`);
		process.exit(1);
	}
	return stdout;
}

if (process.argv.includes('--print')) console.log(`${title}\n\n${body}`);
else {
	gh('label', 'create', LABEL, '--force', '--description', 'Found by a scheduled run');
	const list = ['issue', 'list', '--state', 'open', '--label', LABEL, '--limit', '100'];
	const open = JSON.parse(gh(...list, '--json', 'number,title'));
	const known = open.find((issue) => issue.title === title);
	if (known) gh('issue', 'comment', String(known.number), '--body', body);
	else gh('issue', 'create', '--title', title, '--label', LABEL, '--body', body);
}
