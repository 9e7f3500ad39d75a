import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Resource } from '../form/operations';
import { apiCall } from './operations/apiCall';
import { connection } from './operations/connection';
import { file } from './operations/file';
import { job } from './operations/job';
import { language } from './operations/language';
import { listener } from './operations/listener';
import { provider } from './operations/provider';
import { quota } from './operations/quota';
import { request } from './operations/request';
import { sourceContent } from './operations/sourceContent';
import { statusUpdate } from './operations/statusUpdate';
import { supportAsset } from './operations/supportAsset';
import { translationMemory } from './operations/translationMemory';

/** The keys are the resource values in saved workflows. */
export const RESOURCES: Record<string, Resource> = {
	apiCall,
	connection,
	file,
	job,
	language,
	listener,
	provider,
	quota,
	request,
	sourceContent,
	statusUpdate,
	supportAsset,
	translationMemory,
};

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

const MAX_LANGUAGES = 3;

/** "request approve" → "Approve requests". Flat, because n8n ends an expression at double braces. */
const ACTIONS = Object.fromEntries(
	Object.entries(RESOURCES).flatMap(([resource, { description }]) => {
		const { options = [] } = description.find(({ name }) => name === 'operation') ?? {};
		return (options as INodePropertyOptions[]).map(({ value, action }) => [
			`${resource} ${String(value)}`,
			action,
		]);
	}),
);

/**
 * The action in words, or "Send → de-de, fr-fr". An expression for the languages may throw in the
 * editor, or give no list yet.
 */
export const SUBTITLE = `={{ (() => {
	const action = (${JSON.stringify(ACTIONS)})[$parameter.resource + " " + $parameter.operation] || "";
	if ($parameter.operation !== "send") return action;
	try {
		const languages = $parameter.targetLanguages;
		if (!Array.isArray(languages) || languages.length === 0) return action;
		const more = languages.length > ${MAX_LANGUAGES} ? " +" + (languages.length - ${MAX_LANGUAGES}) : "";
		return "Send → " + languages.slice(0, ${MAX_LANGUAGES}).join(", ") + more;
	} catch (error) {
		return action;
	}
})() }}`;
