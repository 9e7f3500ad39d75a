/** Ends every jest run with one plain line that any CI can read. */
module.exports = class ClosingLine {
	onRunComplete(_contexts, results) {
		const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
		const brokenFiles = results.numRuntimeErrorTestSuites;
		console.log(`${numPassedTests} passed, ${numFailedTests + brokenFiles} failed, ${numPendingTests + numTodoTests} skipped`);
	}
};
