import { collect, send } from './scenarios/job';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix({ ...scenariosOf('job', send), ...scenariosOf('job', collect) });
