/** The line below a node's name on the canvas, as the editor computes it. */
import { type INodeParameters, type INodeType, type INodeTypes, Workflow } from 'n8n-workflow';

import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';

function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const name = 'Node';
	const node = { id: '1', name, type: 'node', typeVersion: 1, position: [0, 0], parameters };
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0] }],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => type } as unknown as INodeTypes,
	});
	return workflow.expression.getSimpleParameterValue(
		workflow.getNode(name)!,
		type.description.subtitle,
		'internal',
		{},
	);
}

describe('the subtitle of Translation Jobs', () => {
	const show = (operation: string, parameters: INodeParameters = {}, resource = 'job') =>
		subtitleOf(new TranslationJobs(), { resource, operation, ...parameters });
	const send = (targetLanguages: INodeParameters[string]) => show('send', { targetLanguages });

	it('shows the languages of Send, up to three', () => {
		expect(send(['de-de', 'fr-fr'])).toBe('Send → de-de, fr-fr');
		expect(send(['de-de', 'fr-fr', 'es-es', 'it-IT', 'ja-jp'])).toBe(
			'Send → de-de, fr-fr, es-es +2',
		);
	});

	it.each([
		['none', []],
		['an expression without a value', '={{ $json.languages }}'],
		['an expression that fails', '={{ $("Nobody").item.json.languages }}'],
		['a text', '={{ "de-de" }}'],
	])('says what Send does if the languages are %s', (_, languages) => {
		expect(send(languages)).toBe('Send for translation');
	});

	it('says what the others do in plain words', () => {
		expect(show('collect')).toBe('Collect translations');
		expect(show('approve', {}, 'request')).toBe('Approve requests');
		expect(show('request', {}, 'apiCall')).toBe('Make API call');
	});

	it('does not fail on an operation that does not exist', () => {
		expect(show('nothing')).toBe('');
	});
});

describe('the subtitle of Translation Project Settings', () => {
	it.each([
		['set', 'analysisCode', 'Create or update: analysis code'],
		['setLabel', 'analysisCode', 'Set label: analysis code'],
		['getAll', 'analysisCode', 'Get many: analysis code'],
		['set', 'priceList', 'Set: price list'],
	])('says of %s, %s what the form calls it', (operation, resource, shown) => {
		expect(subtitleOf(new ProjectSettings(), { resource, operation })).toBe(shown);
	});
});

describe('the subtitle of a trigger', () => {
	const show = (events: INodeParameters[string]) =>
		subtitleOf(new TranslationJobsTrigger(), { events });

	it('shows the events as the form names them', () => {
		expect(show(['translationReady', 'requestCancelled'])).toBe(
			'Translation Ready, Translation Cancelled',
		);
	});

	it('does not fail without events', () => {
		expect(show([])).toBe('');
	});
});
