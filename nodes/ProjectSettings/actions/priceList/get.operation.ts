import { soapOperation } from '../soapOperation/soapOperation';

export const { description, execute } = soapOperation('priceList', 'get');
