import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** In the order of use: n8n lists the actions of a node in this order. */
const options: INodePropertyOptions[] = [
	{
		name: 'Job',
		value: 'job',
		description: 'A set of content that you send to a provider',
	},
	{
		name: 'Request',
		value: 'request',
		description: 'One content item of a job in one target language',
	},
	{ name: 'File', value: 'file', description: 'Upload files and download translations' },
	{
		name: 'Provider',
		value: 'provider',
		description: 'The companies that translate your jobs',
	},
	{
		name: 'Language',
		value: 'language',
		description: 'The language codes that the service accepts',
	},
	{
		name: 'Status Update',
		value: 'statusUpdate',
		description: 'Changes of requests: ready, failed or cancelled',
	},
	{
		name: 'Source Content',
		value: 'sourceContent',
		description: 'Texts that requests refer to',
	},
	{
		name: 'Support Asset',
		value: 'supportAsset',
		description: 'Files that help the translators',
	},
	{
		name: 'Translation Memory',
		value: 'translationMemory',
		description: 'Existing translations that the provider can reuse',
	},
	{
		name: 'Listener',
		value: 'listener',
		description: 'Callback URLs that the service calls when something changes',
	},
	{
		name: 'Quota',
		value: 'quota',
		description: 'The limits that the service sets for you',
	},
	{
		name: 'Connection',
		value: 'connection',
		description: 'What is wrong with the connection, and what is left to do',
	},
	{ name: 'API Call', value: 'apiCall', description: 'Any other endpoint of the service' },
];

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options,
	default: 'job',
};
