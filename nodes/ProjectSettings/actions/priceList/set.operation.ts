import { soapOperation } from '../fields/soapOperation';

export const { description, execute } = soapOperation('priceList', 'set');
