/**
 * Replaces nodes/shared/transport/pipeline/pace.ts where time is simulated, because the pace uses
 * real time:
 *   jest.mock('../../nodes/shared/transport/pipeline/pace', () =>
 *     jest.requireActual('../support/noPace'));
 */
export const paceFor = () => ({ turn: async () => await Promise.resolve(true), answered: () => {}, refused: () => {} });
