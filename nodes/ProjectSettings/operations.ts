import { defineResource } from '../form/operations';
import { soapOperation } from './operation';

export const analysisCode = defineResource('analysisCode', {
	getAll: {
		name: 'Get Many',
		description: 'Get many analysis codes',
		action: 'Get many analysis codes',
		...soapOperation('analysisCode', 'getAll', true),
	},
	set: {
		name: 'Create or Update',
		description: 'Create an analysis code of an organisation, or update it if it exists',
		action: 'Create or update analysis code',
		...soapOperation('analysisCode', 'set'),
	},
	setLabel: {
		name: 'Set Label',
		description: 'Change the name that people see for an analysis code',
		action: 'Set label of analysis code',
		...soapOperation('analysisCode', 'setLabel'),
	},
	setLevel: {
		name: 'Set Level',
		description: 'Set the level of analysis codes',
		action: 'Set level of analysis codes',
		...soapOperation('analysisCode', 'setLevel'),
	},
	setVisibility: {
		name: 'Set Visibility',
		description: 'Show or hide an analysis code',
		action: 'Set visibility of analysis code',
		...soapOperation('analysisCode', 'setVisibility'),
	},
	setLevelVisibility: {
		name: 'Set Level Visibility',
		description: 'Show or hide a level of analysis codes',
		action: 'Set visibility of analysis code level',
		...soapOperation('analysisCode', 'setLevelVisibility'),
	},
	delete: {
		name: 'Delete',
		description: 'Delete an analysis code of an organisation',
		action: 'Delete analysis code',
		...soapOperation('analysisCode', 'delete'),
	},
});

export const priceList = defineResource('priceList', {
	get: {
		name: 'Get',
		description: 'Get the price list of an organisation',
		action: 'Get price list',
		...soapOperation('priceList', 'get'),
	},
	getById: {
		name: 'Get by ID',
		description: 'Get one price list whose ID you know',
		action: 'Get price list by ID',
		...soapOperation('priceList', 'getById'),
	},
	set: {
		name: 'Set',
		description: 'Set the price list of an organisation',
		action: 'Set price list',
		...soapOperation('priceList', 'set'),
	},
});
