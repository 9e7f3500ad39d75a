import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, parse } from 'node:path';

const root = join(__dirname, '..', '..');
const bundles = new Map<string, string>();

/** A process in one file, which takes half the time to load: tests start them by the dozen. */
export function bundleProcess(source: string): string {
	const known = bundles.get(source);
	if (known) return known;
	const name = `${parse(source).name}-${process.pid}.cjs`;
	const bundle = join(root, 'node_modules', '.cache', 'translation-jobs', name);
	execFileSync(process.execPath, [
		join(root, 'node_modules', 'esbuild', 'bin', 'esbuild'),
		source,
		'--bundle',
		'--platform=node',
		'--target=node20',
		'--packages=external',
		'--log-level=error',
		`--outfile=${bundle}`,
	]);
	bundles.set(source, bundle);
	return bundle;
}

afterAll(() => {
	for (const bundle of bundles.values()) rmSync(bundle, { force: true });
});
