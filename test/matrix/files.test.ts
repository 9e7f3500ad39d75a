import { file, supportAsset, translationMemory } from './scenarios/files';
import { matrix } from './support/matrix';
import { scenariosOf } from './support/operations';

matrix({ ...scenariosOf('file', file), ...scenariosOf('supportAsset', supportAsset), ...scenariosOf('translationMemory', translationMemory) });
