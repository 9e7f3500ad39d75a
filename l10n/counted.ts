/** "2,000". */
export const formatCount = (amount: number): string => amount.toLocaleString('en-US');

/** "a, b and 3 more". */
export function listed(parts: readonly string[], most: number): string {
	const more = parts.length - most;
	const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
	return parts.slice(0, most).join(', ') + rest;
}

/** "1 item", "2,000 items". */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
	`${formatCount(amount)} ${amount === 1 ? one : many}`;
