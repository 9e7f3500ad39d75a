/**
 * Takes the place of nodes/shared/transport/pipeline/pace.ts where time is simulated: the pace goes by real time.
 *   jest.mock('../../nodes/shared/transport/pipeline/pace', () => jest.requireActual('../support/noPace'));
 */
export const paceFor = () => ({ turn: async () => await Promise.resolve(true), answered: () => {}, refused: () => {} });
