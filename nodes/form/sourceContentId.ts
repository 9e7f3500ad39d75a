import type { INodeProperties } from 'n8n-workflow';

export const sourceContentId: INodeProperties = {
	displayName: 'Source Content ID',
	name: 'sourceContentId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.sourceContentId }}',
	description: 'ID of source content stored with this job',
};
