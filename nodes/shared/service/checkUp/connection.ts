import type { Check } from './look';

export const CONNECTION: readonly Check[] = [];
