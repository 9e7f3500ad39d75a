/**
 * Shortens every time limit of a try, and remembers in `asked` what it should have been. Returns a
 * function that undoes it.
 */
export function shortDeadlines(ms = 1_000): (() => void) & { asked: number[] } {
	const realTimeout = AbortSignal.timeout.bind(AbortSignal);
	const asked: number[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
		asked.push(limit);
		return realTimeout(ms);
	});
	return Object.assign(() => timeout.mockRestore(), { asked });
}
