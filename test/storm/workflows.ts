/** The workflows that the instances run. */
import type { INode, INodeExecutionData, INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { PACKAGE } from '../../scripts/engine';
import { inSequence } from '../support/chain';
import type { SendingPlan, SentItem } from './plan';
import type { NodeSettings } from './twists';

export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

export type Definition = Pick<IWorkflowBase, 'id' | 'nodes' | 'connections'>;

/** The first step and every other one without parameters is pinned. */
export function workflow(
	id: string,
	steps: ReadonlyArray<[name: string, parameters?: INodeParameters, type?: string]>,
): Definition {
	const nodes = steps.map(([name, parameters, type], index): INode => ({
		id: String(index),
		name,
		type: type ?? (parameters ? `${PACKAGE}.translationJobs` : 'test.items'),
		typeVersion: 1,
		position: [200 * index, 0],
		parameters: parameters ?? {},
		credentials: { translationJobsApi: { id: 'rest', name: 'Sandbox' } },
	}));
	return { id, ...inSequence(nodes) };
}

/** The nodes of this package go on after an error as they are set. */
export const withSettings = (
	{ nodes, ...definition }: Definition,
	settings: NodeSettings,
): Definition => ({
	...definition,
	nodes: nodes.map((node) => (node.type.startsWith(PACKAGE) ? { ...node, ...settings } : node)),
});

const NOTE = { note: 'Shown below the title' };

export const contentOf = ({ name, form, text, noteFirst }: SentItem): INodeExecutionData =>
	form === 'text'
		? { json: { name, texts: noteFirst ? { ...NOTE, title: text } : { title: text, ...NOTE } } }
		: {
				json: { name },
				binary: {
					data: {
						data: Buffer.from(text).toString('base64'),
						fileName: `${name}.txt`,
						mimeType: 'text/plain',
					},
				},
			};

export function sendWorkflow(plan: SendingPlan): Definition {
	const { name, targets, ownKey, takesOverSoon, waitsForProvider } = plan;
	const { details } = plan.twist;
	// Two closing braces would end an expression.
	const metadata = JSON.stringify(details?.metadata ?? {}).replaceAll('}}', '} }');
	return workflow(`send-${name}`, [
		['Start'],
		[
			'Send',
			{
				resource: 'job',
				operation: 'send',
				providerId: byId('pseudo'),
				jobName: `Job ${name}`,
				sourceLanguage: 'en-us',
				targetLanguages: targets,
				contentMode: 'json',
				contentJson: '={{ $json.texts }}',
				itemFields: {
					requestName: '={{ $json.name }}',
					...(details ? { extendedMetadata: metadata } : {}),
				},
				additionalFields: details
					? { labels: { label: details.labels }, customData: `={{ (${metadata} ) }}` }
					: {},
				options: {
					splitJobs: true,
					takeOverSeconds: takesOverSoon ? 5 : 45,
					wait: waitsForProvider,
					...(ownKey ? { runKey: `key of ${name}` } : {}),
					...(details ? { extendedMetadata: metadata } : {}),
				},
			},
		],
	]);
}

const CREATED = byId("={{ $('Create').first().json.jobId }}");

export function stepsWorkflow({ name, items, targets }: SendingPlan): Definition {
	const [item] = items;
	const languages = { sourceLanguage: 'en-us', targetLanguages: targets };
	const request = { resource: 'request', jobId: CREATED, requestName: item!.name, ...languages };
	return workflow(`steps-${name}`, [
		['Start'],
		['Create', { resource: 'job', operation: 'create', jobName: `Job ${name}` }],
		['Content'],
		[
			'Add',
			item!.form === 'text'
				? {
						...request,
						operation: 'addContent',
						content: { pair: [{ key: 'title', value: item!.text }] },
					}
				: { ...request, operation: 'addFile', fileFrom: 'binary' },
		],
		[
			'Submit',
			{ resource: 'job', operation: 'submit', jobId: CREATED, providerId: byId('pseudo') },
		],
	]);
}

const COLLECTED = {
	jobId: byId("={{ $('Collect').item.json.jobId }}"),
	requestIds: byId("={{ $('Collect').item.json.requestId }}"),
};

/** Collect, store, approve: as the template that delivers. */
export const deliverWorkflow = (completeJob: boolean): Definition =>
	workflow('deliver', [
		['Start'],
		[
			'Collect',
			{
				resource: 'job',
				operation: 'collect',
				jobId: byId('={{ $json.jobId }}'),
				filters: { requestIds: '={{ $json.requestId }}' },
			},
		],
		['Store', {}, 'test.store'],
		[
			'Approve',
			{ resource: 'request', operation: 'approve', ...COLLECTED, options: { completeJob } },
		],
	]);

export const rejectWorkflow: Definition = workflow('reject', [
	['Start'],
	[
		'Reject',
		{
			resource: 'request',
			operation: 'reject',
			jobId: byId('={{ $json.jobId }}'),
			requestIds: byId('={{ $json.requestId }}'),
			note: 'Too long',
		},
	],
]);
