import type { IDataObject } from 'n8n-workflow';

import type { Look } from './look';

/** The observed shapes, as a preset of the sandbox. */
export const presetOf = (_look: Look): IDataObject => ({});
