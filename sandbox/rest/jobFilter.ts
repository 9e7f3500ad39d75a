import { badRequest } from '../calls/refusal';
import { archivalDate } from '../model/lifecycle';
import type { Job } from '../model/model';
import type { Order } from './paging';

type Operator = 'eq' | 'ne' | 'gt' | 'lt';
type Test = (job: Job) => boolean;

const CONDITION = /^\s*(\w+)\s+(\w+)\s+'((?:[^']|'')*)'(?:\s+and\s+|\s*$)/;

/** `field op 'value'`, joined by ` and `; a quote inside a value is doubled. */
export function parseFilter(filter: string, hasIndexedLabels: Test = () => true): Test {
	const tests: Test[] = [];
	let rest = filter;
	while (rest !== '') {
		const match = CONDITION.exec(rest);
		if (!match) throw badRequest(`The filter cannot be read from: ${rest}`, 'INVALID_FILTER');
		const [all, field = '', operator = '', value = ''] = match;
		if (!['eq', 'ne', 'gt', 'lt'].includes(operator))
			throw badRequest(`The filter has no operator "${operator}".`, 'INVALID_FILTER');
		tests.push(condition(field, operator as Operator, value.replaceAll("''", "'")));
		if (field === 'labels' && operator === 'eq') tests.push(hasIndexedLabels);
		rest = rest.slice(all.length);
		if (rest === '' && /\sand\s+$/.test(all))
			throw badRequest('The filter ends with "and".', 'INVALID_FILTER');
	}
	return (job) => tests.every((test) => test(job));
}

const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

function condition(field: string, operator: Operator, value: string): Test {
	switch (field) {
		case 'statusCode':
			return equality(field, operator, (job) => job.status === value);
		case 'providerId':
			return equality(field, operator, (job) => job.providerId === value);
		case 'labels':
			return equality(field, operator, (job) => hasLabel(job, value));
		case 'createdDate':
			return comparison(field, operator, value, SECONDS, (job) => job.created);
		case 'dueDate':
			return comparison(field, operator, value, SECONDS, (job) =>
				job.dueDate === undefined ? undefined : Date.parse(job.dueDate),
			);
		case 'submittedDate':
			return comparison(field, operator, value, DAY, (job) => job.submitted);
		default:
			throw badRequest(`The filter has no field "${field}".`, 'INVALID_FILTER');
	}
}

function equality(field: string, operator: Operator, test: Test): Test {
	if (operator === 'eq') return test;
	if (operator === 'ne') return (job) => !test(job);
	throw badRequest(`The filter cannot compare ${field} with "${operator}".`, 'INVALID_FILTER');
}

function comparison(
	field: string,
	operator: Operator,
	value: string,
	form: RegExp,
	timeOf: (job: Job) => number | undefined,
): Test {
	const unit = form === DAY ? 86_400_000 : 1000;
	const wanted = Date.parse(form === DAY ? value : value.replace(/Z?$/, 'Z'));
	if (!form.test(value) || Number.isNaN(wanted))
		throw badRequest(`The filter cannot read the ${field} "${value}".`, 'INVALID_FILTER');
	return (job) => {
		const time = timeOf(job);
		if (time === undefined) return operator === 'ne';
		const same = Math.floor(time / unit) * unit === wanted;
		if (operator === 'eq') return same;
		if (operator === 'ne') return !same;
		// Compares days as days, times to the millisecond.
		if (form === DAY && same) return false;
		return operator === 'gt' ? time > wanted : time < wanted;
	};
}

function hasLabel({ labels }: Job, value: string): boolean {
	if (labels === undefined) return false;
	if (Array.isArray(labels)) return labels.includes(value);
	return Object.entries(labels).some(
		([name, content]) => value === name || value === content || value === `${name}=${content}`,
	);
}

const DATES: Record<string, (job: Job) => number> = {
	createdDate: (job) => job.created,
	modifiedDate: (job) => job.modified,
	activityDate: (job) => job.activity,
	estArchivalDate: (job) => archivalDate(job.activity),
	estimatedArchivalDate: (job) => archivalDate(job.activity),
	submittedDate: (job) => job.submitted ?? 0,
	dueDate: (job) => (job.dueDate === undefined ? 0 : Date.parse(job.dueDate)),
};

/** `field`, `field asc` or `field desc`. */
export function parseOrder(orderBy: string): Order<Job> {
	const match = /^(\w+)(?:\s+(asc|desc))?$/.exec(orderBy.trim());
	const key = DATES[match?.[1] ?? ''];
	if (!key) throw badRequest(`orderBy cannot be read: ${orderBy}`, 'INVALID_ORDER');
	return { key, descending: match?.[2] === 'desc' };
}
