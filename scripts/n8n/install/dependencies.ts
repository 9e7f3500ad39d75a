import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Installer } from './cache';

/**
 * Packages of packages are taken as they were on this day: one that is published later, or only
 * in part, changes nothing. Moves on with the versions of n8n.
 */
const AS_OF = '2026-10-10';

/** A version that is tried instead, e.g. the newest one, with the newest packages. */
export const OTHER_N8N = process.env.TRANSLATION_JOBS_N8N || undefined;

const NPM_INSTALL = [
	'install',
	...(OTHER_N8N ? [] : [`--before=${AS_OF}`]),
	'--ignore-scripts',
	'--omit=dev',
	'--no-audit',
	'--no-fund',
	'--no-package-lock',
	'--loglevel=error',
];

export interface DependencyOptions {
	overrides?: Record<string, string>;
	env?: NodeJS.ProcessEnv;
}

/** Installs packages from the configured registry without running their install scripts. */
export async function installDependencies(
	{ folder, run }: Installer,
	dependencies: Record<string, string>,
	options: DependencyOptions = {},
): Promise<void> {
	const manifest = {
		name: 'cached-runtime',
		private: true,
		dependencies,
		overrides: options.overrides,
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, '\t'));
	await run('finding, downloading and unpacking', 'npm', NPM_INSTALL, options.env);
}
