import { ensurePostgres, NO_POSTGRES } from '../../../scripts/n8n/run/services';
import { GitHub } from './gitHub';
import { GitServer } from './gitServer';
import { PostgresRows } from './postgresRows';
import { Strapi } from './strapi';
import type { System } from './system';
import { WordPress } from './wordPress';

/** Starts what a template works with, or nothing if this machine lacks it. */
export type Start = () => Promise<System | undefined>;

/** The templates that bring content from a system and back. */
export const SYSTEMS: Record<string, Start> = {
	'github-locale-files': async () => await GitHub.start(),
	'git-locale-files': async () => await GitServer.start(),
	'postgresql-rows': async () => {
		const programs = await ensurePostgres();
		if (programs) return await PostgresRows.start(programs);
		if (process.env.GITHUB_ACTIONS) throw new Error(NO_POSTGRES);
		console.warn(`Test of the rows skipped. ${NO_POSTGRES}`);
		return undefined;
	},
	'strapi-entries': async () => await Strapi.start(),
	'wordpress-posts': async () => await WordPress.start(),
};
