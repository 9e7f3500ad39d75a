/** Ends every jest run with one plain line for any CI. */
module.exports = class ClosingLine {
	onRunComplete(_contexts, results) {
		const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
		const brokenFiles = results.numRuntimeErrorTestSuites;
		console.log(
			`${numPassedTests} passed, ${numFailedTests + brokenFiles} failed, ${numPendingTests + numTodoTests} skipped`,
		);
	}
};
