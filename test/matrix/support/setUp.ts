/** Whatever the nodes wait for takes no time in these tests. */
jest.mock('../../../nodes/shared/transport/pipeline/clock', () => jest.requireActual('./simulatedTime'));
