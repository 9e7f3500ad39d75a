import { TRIES_ALL } from '../../support/depth';
import { plantSecrets } from './plantSecrets';

plantSecrets({ everywhere: TRIES_ALL });
