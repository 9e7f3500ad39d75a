import type { INodePropertyOptions } from 'n8n-workflow';

import { RESOURCES } from './resources';

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
