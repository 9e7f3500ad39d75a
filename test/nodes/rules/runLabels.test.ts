import { changeLabels, readLabels } from '../../../nodes/rules/labels';
import {
	digestOf,
	isMadeBy,
	isSentBy,
	isSentByNode,
	markLabels,
	newId,
	readRunMark,
	readWorkflows,
	type RunMark,
	sendingNode,
	withCall,
	workflowLabel,
} from '../../../nodes/rules/runLabels';

const from = (id: string, name: string, node = 'Send') => ({
	workflow: workflowLabel(id, name),
	node: sendingNode(id, node),
});
const mark: RunMark = {
	digest: digestOf('key'),
	number: 12,
	of: 13,
	startedAt: Date.UTC(2027, 0, 31, 12),
	content: digestOf('content'),
	isLeft: false,
};
const call = newId();
const made = withCall(markLabels(['draft'], from('a1', 'Blog posts'), mark), call);
const asObject = Object.fromEntries(readLabels(made).map(({ name }) => [name, '1']));
const asRecords = readLabels(made).map(({ name }) => ({ key: name, value: '1' }));

it.each([
	['a list', made],
	['an object', asObject],
	['a list of objects', asRecords],
	['a list of texts with values', Object.keys(asObject).map((name) => `${name}=1`)],
])('are read from %s', (_form, labels) => {
	expect(readRunMark(labels)).toEqual(mark);
	expect(isMadeBy(labels, call)).toBe(true);
	expect(isSentByNode(labels, from('a1', '').node)).toBe(true);
	expect(readWorkflows(labels)).toEqual([{ label: workflowLabel('a1'), name: 'Blog posts' }]);
});

it('a job that is left changes only the state', () => {
	const left = { ...mark, isLeft: true };
	const later = markLabels(made, from('a1', 'Blog posts'), left);
	expect(readRunMark(later)).toEqual(left);
	expect(isMadeBy(later, call)).toBe(true);
	const isState = ({ name }: { name: string }) => name.startsWith('n8n-state-');
	expect(changeLabels(later, isState, [])).toEqual(changeLabels(made, isState, []));
});

it('a workflow has one label, with the name of its last run', () => {
	const renamed = markLabels(made, from('a1', 'News'), mark);
	expect(renamed).toHaveLength(4);
	expect(readWorkflows(renamed)).toEqual([{ label: workflowLabel('a1'), name: 'News' }]);
});

it('a job that another workflow uses is of both', () => {
	const taken = markLabels(made, from('b2', 'Shop'), mark);
	for (const id of ['a1', 'b2']) {
		expect(isSentBy(taken, workflowLabel(id))).toBe(true);
		expect(isSentByNode(taken, from(id, '').node)).toBe(true);
	}
});

it('are short, and ASCII without spaces', () => {
	const labels = withCall(markLabels([], from('a1', 'Ä b'.repeat(60)), mark), call);
	for (const { name } of readLabels(labels)) {
		expect(name.length).toBeLessThanOrEqual(115);
		expect(name).toMatch(/^n8n-[\w.-]+$/);
	}
});
