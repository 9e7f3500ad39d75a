/** Makes every limit of a whole try strike soon. Returns how to undo it. */
export function shortDeadlines(ms = 1_000): () => void {
	const realTimeout = AbortSignal.timeout.bind(AbortSignal);
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => realTimeout(ms));
	return () => timeout.mockRestore();
}
