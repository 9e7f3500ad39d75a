/** A template that sends and collects takes nothing that others have sent. */
import type { INode } from 'n8n-workflow';

import { PACKAGE } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';

type Nodes = Array<Pick<INode, 'type' | 'parameters'>>;

const sends = (nodes: Nodes) =>
	nodes.some(
		({ type, parameters }) =>
			type === `${PACKAGE}.translationJobs` && parameters.operation === 'send',
	);
const triggersOf = (nodes: Nodes) =>
	nodes.filter(({ type }) => type.startsWith(PACKAGE) && type.endsWith('Trigger'));

it.each(
	readTemplates()
		.map(({ file, workflow: { nodes } }) => ({ file, nodes: nodes as Nodes }))
		.filter(({ nodes }) => sends(nodes) && triggersOf(nodes).length > 0),
)('$file collects what it has sent', ({ nodes }) => {
	for (const { parameters } of triggersOf(nodes))
		expect(parameters.filters).toMatchObject({ sentByWorkflow: { value: 'this' } });
});
