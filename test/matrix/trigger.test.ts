import { SCENARIOS } from './scenarios';
import { stopWebhooks } from './scenarios/trigger';
import { matrix } from './support/matrix';

matrix(SCENARIOS.trigger);

afterAll(stopWebhooks);
