import { archival, JOBS_LEFT } from './jobsLeft';
import type { Check } from './look';
import { SITE_LEFT } from './siteLeft';

/** Long lists come last: the calls may not suffice for them. */
export const LEFT_TO_DO: readonly Check[] = [...JOBS_LEFT, ...SITE_LEFT, archival];
