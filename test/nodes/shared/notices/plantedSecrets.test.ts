import { plantSecrets } from './plantSecrets';

plantSecrets({ everywhere: false });
