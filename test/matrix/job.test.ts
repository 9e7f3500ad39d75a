import { job } from './scenarios/job';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix(scenariosOf('job', job));
