/** The waits of the nodes take no time in any test. */
jest.mock('../../nodes/core/clock', () => jest.requireActual('./simulatedTime'));
