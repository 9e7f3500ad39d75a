import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { describeOperations } from '../form/operations';
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
const analysisCodeOptions: INodePropertyOptions[] = [
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many analysis codes',
		action: 'Get many analysis codes',
	},
	{
		name: 'Create or Update',
		value: 'set',
		description: 'Create an analysis code of an organisation, or update it if it exists',
		action: 'Create or update analysis code',
	},
	{
		name: 'Set Label',
		value: 'setLabel',
		description: 'Change the name that people see for an analysis code',
		action: 'Set label of analysis code',
	},
	{
		name: 'Set Level',
		value: 'setLevel',
		description: 'Set the level of analysis codes',
		action: 'Set level of analysis codes',
	},
	{
		name: 'Set Visibility',
		value: 'setVisibility',
		description: 'Show or hide an analysis code',
		action: 'Set visibility of analysis code',
	},
	{
		name: 'Set Level Visibility',
		value: 'setLevelVisibility',
		description: 'Show or hide a level of analysis codes',
		action: 'Set visibility of analysis code level',
	},
	{
		name: 'Delete',
		value: 'delete',
		description: 'Delete an analysis code of an organisation',
		action: 'Delete analysis code',
	},
];

export const analysisCode: Resource = {
	operations: analysisCodeOperations,
	description: describeOperations('analysisCode', analysisCodeOperations, analysisCodeOptions),
};

const priceListOperations = {
	get: soapOperation('priceList', 'get'),
	getById: soapOperation('priceList', 'getById'),
	set: soapOperation('priceList', 'set'),
};

export const priceList: Resource = {
	operations: priceListOperations,
	description: describeOperations('priceList', priceListOperations, [
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
	]),
};
