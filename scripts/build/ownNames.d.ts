export function withOwnNames(code: string): string;
