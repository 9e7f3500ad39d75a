import type { INodeProperties } from 'n8n-workflow';

export const supportAssetId: INodeProperties = {
	displayName: 'Support Asset ID',
	name: 'supportAssetId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.supportassetId }}',
	description: 'ID of a support asset of this job',
};
