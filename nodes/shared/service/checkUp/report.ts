import type { IDataObject } from 'n8n-workflow';

import type { Finding } from './finding';
import type { Look } from './look';
import { presetOf } from './observed';

/** For a bug report: no names, addresses, contents or secrets. */
export const reportOf = (findings: readonly Finding[], look: Look): IDataObject => ({
	findings: findings.map(({ check, verdict, finding }) => ({ check, verdict, finding })),
	preset: presetOf(look),
});
