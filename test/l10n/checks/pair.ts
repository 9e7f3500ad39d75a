/**
 * Source, translation, the checks that must find something (all others must not), and the
 * characters allowed. The verdicts were written together with the checks, but for those of `xx`.
 */
export type Pair = readonly [source: string, translation: string, found?: string, most?: number];

export const TERMS = ['Acme Cloud', 'GitHub', 'iFlow', 'Turbo Mode'];
