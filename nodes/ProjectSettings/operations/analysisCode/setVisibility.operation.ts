import { soapOperation } from '../../soapOperation';

export const { description, execute } = soapOperation('analysisCode', 'setVisibility');
