import { describeOperations } from '../../../form/operations';
import { soapOperation } from '../../soapOperation';

export const operations = {
	get: soapOperation('priceList', 'get'),
	getById: soapOperation('priceList', 'getById'),
	set: soapOperation('priceList', 'set'),
};

export const description = describeOperations('priceList', operations, [
	{
		name: 'Get',
		value: 'get',
		description: 'Get the price list of an organisation',
		action: 'Get price list',
	},
	{
		name: 'Get by ID',
		value: 'getById',
		description: 'Get one price list whose ID you know',
		action: 'Get price list by ID',
	},
	{
		name: 'Set',
		value: 'set',
		description: 'Set the price list of an organisation',
		action: 'Set price list',
	},
]);
