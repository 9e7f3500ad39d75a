/** The waits of the nodes take no time in any test. */
jest.mock('../../nodes/shared/transport/pipeline/clock', () =>
	jest.requireActual('./simulatedTime'),
);
