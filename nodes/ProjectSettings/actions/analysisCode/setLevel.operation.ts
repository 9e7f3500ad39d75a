import { soapOperation } from '../soapOperation/soapOperation';

export const { description, execute } = soapOperation('analysisCode', 'setLevel');
