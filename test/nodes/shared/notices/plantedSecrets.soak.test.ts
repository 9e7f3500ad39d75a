import { plantSecrets } from './plantSecrets';

plantSecrets({ everywhere: true });
