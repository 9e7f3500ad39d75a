/** Shortens every time limit of a try. Returns a function that undoes it. */
export function shortDeadlines(ms = 1_000): () => void {
	const realTimeout = AbortSignal.timeout.bind(AbortSignal);
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => realTimeout(ms));
	return () => timeout.mockRestore();
}
