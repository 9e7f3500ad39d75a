import { describeOperations } from '../../../form/operations';
import { soapOperation } from '../../soapOperation';
import * as getAll from './getAll.operation';

export const operations = {
	delete: soapOperation('analysisCode', 'delete'),
	getAll,
	set: soapOperation('analysisCode', 'set'),
	setLabel: soapOperation('analysisCode', 'setLabel'),
	setLevel: soapOperation('analysisCode', 'setLevel'),
	setLevelVisibility: soapOperation('analysisCode', 'setLevelVisibility'),
	setVisibility: soapOperation('analysisCode', 'setVisibility'),
};

export const description = describeOperations('analysisCode', operations, [
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
]);
