import { request } from './scenarios/request';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix(scenariosOf('request', request));
