export const Base64: { encode(text: string): string };
