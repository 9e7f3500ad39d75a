import { SCENARIOS } from './scenarios';
import { matrix } from './support/matrix';

matrix(SCENARIOS.polls);
