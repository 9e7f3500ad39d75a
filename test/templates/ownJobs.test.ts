/** A template that sends and collects takes nothing that others have sent. */
import type { IDataObject, INode } from 'n8n-workflow';

import { PACKAGE } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { readTemplate } from '../support/templates';

type Nodes = Array<Pick<INode, 'type' | 'parameters'>>;

const sendOf = (nodes: Nodes) =>
	nodes.find(({ parameters }) => parameters.operation === 'send')?.parameters;
const triggerOf = (nodes: Nodes) =>
	nodes.find(({ type }) => type === `${PACKAGE}.translationJobsContentPollTrigger`)?.parameters;

it.each(
	readTemplates()
		.map(({ file, workflow: { nodes } }) => ({ file, nodes: nodes as Nodes }))
		.filter(({ nodes }) => sendOf(nodes) && triggerOf(nodes)),
)('$file collects what it has sent', ({ nodes }) => {
	expect(triggerOf(nodes)?.filters).toMatchObject({ sentByWorkflow: { value: 'this' } });
});

it.each([
	['send-files', 'collect-translations'],
	['send-a-folder', 'translations-into-a-folder'],
])('%s sends with the label by which %s collects', (sender, collector) => {
	const { labels } = sendOf(readTemplate(sender).nodes)?.additionalFields as IDataObject;
	expect(labels).toMatchObject({ label: [{ name: expect.any(String) as string }] });
	expect(triggerOf(readTemplate(collector).nodes)?.filters).toEqual({ labels });
});
