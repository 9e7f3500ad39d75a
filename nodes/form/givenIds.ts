/** Reads the job and the requests of an item. By default the nodes take them from the input. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { warnOnce } from '../core/notices';
import { toId } from '../rules/values';
import { readIfGiven, valueOfLocator } from './parameters';

interface Given {
	/** What the field holds: "No job is given". */
	what: string;
	field: string;
	parameter: string;
	inputField: 'jobId' | 'requestId';
	/** What gives it to the nodes after it. */
	source: string;
}

const JOB: Given = {
	what: 'job',
	field: 'Job',
	parameter: 'jobId',
	inputField: 'jobId',
	source: 'Send for Translation',
};
const REQUEST: Given = {
	what: 'request',
	field: 'Request',
	parameter: 'requestId',
	inputField: 'requestId',
	source: 'Collect Translations',
};
const REQUESTS: Given = { ...REQUEST, field: 'Requests', parameter: 'requestIds' };

export function readJobId(context: IExecuteFunctions, itemIndex: number): string {
	const jobId = readIfGiven<string>(context, 'jobId', itemIndex);
	if (jobId === undefined) throw nothingGiven(context, itemIndex, JOB);
	const named = inputValue(context, itemIndex, 'jobId');
	if (named !== '' && named !== jobId)
		warnOnce(
			context,
			'another job',
			`The input names job ${named}, but this node is set to job ${jobId}. Set Job to {{ $json.jobId }} to follow the input.`,
		);
	return jobId;
}

export function readRequestId(context: IExecuteFunctions, itemIndex: number): string {
	const requestId = readIfGiven<string>(context, 'requestId', itemIndex);
	if (requestId === undefined) throw nothingGiven(context, itemIndex, REQUEST);
	return requestId;
}

export function readRequestIds(context: IExecuteFunctions, itemIndex: number): string[] {
	const requestIds = readIfGiven<string[]>(context, 'requestIds', itemIndex);
	if (requestIds === undefined) throw nothingGiven(context, itemIndex, REQUESTS);
	return requestIds;
}

/** The message carries the advice, because n8n's toasts show nothing else. */
function nothingGiven(context: IExecuteFunctions, itemIndex: number, given: Given): InvalidInput {
	const { what, field, parameter, inputField, source } = given;
	const entered = String(valueOfLocator(context.getNode().parameters[parameter]));
	const reason = entered.includes(`$json.${inputField}`)
		? `the input item has no ${inputField}`
		: `${field} gives no ID for this item`;
	const expression =
		inputValue(context, itemIndex, inputField) === ''
			? expressionFor(context, inputField)
			: `$json.${inputField}`;
	const choose = `switch ${field} to Fixed, then "By ID" to "From list", and choose the ${what}.`;
	const advice =
		expression === undefined
			? `Add ${source} or a trigger before this node, or ${choose}`
			: `Enter {{ ${expression} }} in ${field}${requestOf(context, expression)}.`;
	return new InvalidInput(
		`No ${what} is given: ${reason}. ${advice}`,
		expression && `Or ${choose}`,
	);
}

/** Without a request, Collect takes the whole job. */
function requestOf(context: IExecuteFunctions, expression: string): string {
	const { operation } = context.getNode().parameters;
	const requestId = expression.replace(/jobId$/, 'requestId');
	return operation === 'collect' && requestId === expressionFor(context, 'requestId')
		? ` and {{ ${requestId} }} in Request IDs`
		: '';
}

function inputValue(
	context: IExecuteFunctions,
	itemIndex: number,
	name: Given['inputField'],
): string {
	const value = context.getInputData()[itemIndex]?.json[name];
	return typeof value === 'string' || typeof value === 'number' ? toId(value, name) : '';
}

/** Undefined if no node before this one has it. */
function expressionFor(context: IExecuteFunctions, name: Given['inputField']): string | undefined {
	const { type } = context.getNode();
	if (type.endsWith('Tool')) return `$fromAI('${name}')`;
	const node = nearestNodeWith(context, name);
	return node && `$('${node.replace(/['\\]/g, '\\$&')}').item.json.${name}`;
}

/** Only for advice: which item belongs to this one is for the user to say. */
function nearestNodeWith(
	context: IExecuteFunctions,
	name: Given['inputField'],
): string | undefined {
	const { name: own, type: ownType } = context.getNode();
	return context
		.getParentNodes(own, { includeNodeParameters: true })
		.filter(({ type, parameters: { resource, operation } = {} }) =>
			type === ownType
				? resource === 'request' ||
					operation === 'collect' ||
					(name === 'jobId' && resource === 'job')
				: type.startsWith(ownType) && type.endsWith('Trigger'),
		)
		.at(-1)?.name;
}
