/** Waits of the nodes take no time in these tests. */
jest.mock('../../../nodes/shared/transport/pipeline/clock', () => jest.requireActual('./simulatedTime'));
