import type { BuildOptions, StdinOptions } from 'esbuild';

export const ENTRY: StdinOptions;
export const OPTIONS: BuildOptions;
export function bundle(): Promise<void>;
