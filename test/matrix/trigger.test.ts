import { stopWebhooks, trigger } from './scenarios/trigger';
import { matrix } from './support/matrix';

matrix(trigger);

afterAll(stopWebhooks);
