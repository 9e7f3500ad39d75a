/** What waits for minutes to pass, in an n8n of its own: the others work meanwhile. */
import { useEnvironment } from './environment';
import { readme } from './parts/readme';
import { tasks } from './parts/tasks';
import { untilStored } from './parts/untilStored';

const environment = useEnvironment();

describe('a content system that fails', () => untilStored(environment));
describe('the README', () => readme(environment));
describe('the tasks of every day', () => tasks(environment));
