import { polls } from './scenarios/polls';
import { matrix } from './support/matrix';

matrix(polls);
