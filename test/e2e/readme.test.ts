/** The README, step by step, in an n8n of its own: most of the time it waits for the next minute. */
import { useEnvironment } from './environment';
import { readme } from './parts/readme';

const environment = useEnvironment();

describe('the README', () => readme(environment));
