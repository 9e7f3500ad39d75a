import type { INodeProperties } from 'n8n-workflow';

import { describeResource } from '../form/operations';
import { type Operation, soapOperation } from './operation';

interface Resource {
	operations: Record<string, Operation>;
	description: INodeProperties[];
}

const analysisCodeOperations = {
	delete: soapOperation('analysisCode', 'delete'),
	getAll: soapOperation('analysisCode', 'getAll', true),
	set: soapOperation('analysisCode', 'set'),
	setLabel: soapOperation('analysisCode', 'setLabel'),
	setLevel: soapOperation('analysisCode', 'setLevel'),
	setLevelVisibility: soapOperation('analysisCode', 'setLevelVisibility'),
	setVisibility: soapOperation('analysisCode', 'setVisibility'),
};

/** In the order of use. */
const analysisCodeOptions = {
	getAll: {
		name: 'Get Many',
		description: 'Get many analysis codes',
		action: 'Get many analysis codes',
	},
	set: {
		name: 'Create or Update',
		description: 'Create an analysis code of an organisation, or update it if it exists',
		action: 'Create or update analysis code',
	},
	setLabel: {
		name: 'Set Label',
		description: 'Change the name that people see for an analysis code',
		action: 'Set label of analysis code',
	},
	setLevel: {
		name: 'Set Level',
		description: 'Set the level of analysis codes',
		action: 'Set level of analysis codes',
	},
	setVisibility: {
		name: 'Set Visibility',
		description: 'Show or hide an analysis code',
		action: 'Set visibility of analysis code',
	},
	setLevelVisibility: {
		name: 'Set Level Visibility',
		description: 'Show or hide a level of analysis codes',
		action: 'Set visibility of analysis code level',
	},
	delete: {
		name: 'Delete',
		description: 'Delete an analysis code of an organisation',
		action: 'Delete analysis code',
	},
};

export const analysisCode: Resource = {
	operations: analysisCodeOperations,
	description: describeResource('analysisCode', analysisCodeOperations, analysisCodeOptions),
};

const priceListOperations = {
	get: soapOperation('priceList', 'get'),
	getById: soapOperation('priceList', 'getById'),
	set: soapOperation('priceList', 'set'),
};

export const priceList: Resource = {
	operations: priceListOperations,
	description: describeResource('priceList', priceListOperations, {
		get: {
			name: 'Get',
			description: 'Get the price list of an organisation',
			action: 'Get price list',
		},
		getById: {
			name: 'Get by ID',
			description: 'Get one price list whose ID you know',
			action: 'Get price list by ID',
		},
		set: {
			name: 'Set',
			description: 'Set the price list of an organisation',
			action: 'Set price list',
		},
	}),
};
