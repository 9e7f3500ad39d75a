import type { Check } from './look';

export const LEFT_TO_DO: readonly Check[] = [];
