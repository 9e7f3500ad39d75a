/** Whatever the nodes wait for takes no time. A test about time itself says `jest.unmock` of the same file. */
jest.mock('../../nodes/shared/transport/pipeline/clock', () => jest.requireActual('./simulatedTime'));
