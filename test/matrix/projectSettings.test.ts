import { analysisCode, priceList } from './scenarios/projectSettings';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix({ ...scenariosOf('analysisCode', analysisCode, 'projectSettings'), ...scenariosOf('priceList', priceList, 'projectSettings') });
