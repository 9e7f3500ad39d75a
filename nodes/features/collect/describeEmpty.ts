import { type RequestCounts, sumOf, totalOf } from '../../api/requestCounts';
import { countByStatus } from '../../api/resources';
import { counted } from '../../form/hints';
import {
	APPROVED,
	BEING_TRANSLATED,
	CANCELLED,
	CREATED,
	REJECTED,
	statusTitle,
	wantedStatuses,
} from '../../rules/statuses';
import type { CollectedJob } from './finishGroup';
import type { JobGroup } from './readGroups';

/** Says why there is nothing, and what would bring something. */
export function describeEmpty({ group, result, finished }: CollectedJob, title: string): string {
	const reason =
		result.requests.length > 0
			? describeStates(countByStatus(result.requests))
			: describeExcluded(group, result.others);
	const completed = finished.completed ? ' The job was completed.' : '';
	return `Nothing to collect${title && ` from ${title}`}: ${reason}.${completed}`;
}

function describeStates(counts: RequestCounts): string {
	const { [APPROVED]: approved = 0, ...others } = counts;
	const again = `('Include Approved' brings ${approved === 1 ? 'it' : 'them'} again)`;
	const { [CREATED]: created = 0, [REJECTED]: rejected = 0, [CANCELLED]: cancelled = 0 } = counts;
	const known = [...BEING_TRANSLATED, CREATED, REJECTED, CANCELLED];
	const unknown = Object.fromEntries(
		Object.entries(others).filter(([status]) => !known.includes(status)),
	);
	return [
		`${approved} already approved${approved > 0 ? ` ${again}` : ''}`,
		`${sumOf(counts, BEING_TRANSLATED)} still being translated`,
		created > 0 ? `${created} not submitted yet` : '',
		rejected > 0 ? `${rejected} rejected and not delivered again yet` : '',
		cancelled > 0 ? `${cancelled} cancelled` : '',
		describeCounts(unknown),
	]
		.filter(Boolean)
		.join(', ');
}

function describeExcluded(group: JobGroup, others: RequestCounts | undefined): string {
	const asked = [group.requestIds?.length ? 'requests' : '', group.targets ? 'languages' : '']
		.filter(Boolean)
		.join(' and ');
	if (asked === '' || (others && totalOf(others) === 0)) return 'the job has no requests';
	const ready = others ? sumOf(others, wantedStatuses(group.includeApproved)) : 0;
	if (ready === 0) return `the job has none of the ${asked} asked for`;
	return `${counted(ready, 'translation')} ${ready === 1 ? 'is' : 'are'} ready, but not in the ${asked} asked for`;
}

export const describeCounts = (counts: RequestCounts): string =>
	Object.entries(counts)
		.map(([status, count]) => `${count} ${statusTitle(status)}`)
		.join(', ');
