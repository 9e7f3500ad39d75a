import { counted } from '../../../../l10n/counted';
import { InvalidInput, refuseNewerForm } from '../../../../l10n/invalidInput';
import { JOB_FIELDS, type JobFields } from '../../../api/jobs';
import { digestOf, keyValuesOf } from '../../../rules/runLabels';
import { type ContentItem, requestCount } from '../content';

const FIELD = 'Only This Plan';
const PLAN_KEY =
	/^plan1-(?<provider>\w{8})-(?<fields>\w{8})-(?<languages>\w{8})-(?<content>\w{32})-(?<items>\d+)-(?<requests>\d+)$/;

/**
 * Names what a run sends, without what is refused. It covers what the run key covers, whichever node
 * sends it.
 */
export function planKeyOf(
	{ providerId, fields, ownKey }: { providerId?: string; fields: JobFields; ownKey: string },
	contentItems: readonly ContentItem[],
	contentDigest: string,
): string {
	const languages = contentItems.flatMap((item) => item.targetNativeLanguageCodes);
	return [
		'plan1',
		short(providerId ?? null),
		short([keyValuesOf(JOB_FIELDS, fields), ownKey]),
		short([...new Set(languages)].sort()),
		digestOf([contentDigest, ...contentItems.map(({ identity }) => identity).sort()]),
		new Set(contentItems.map(({ itemIndex }) => itemIndex)).size,
		requestCount(contentItems),
	].join('-');
}

const short = (value: unknown) => digestOf(value).slice(0, 8);

export function checkPlanKey(planned: string, now: string): void {
	if (planned === now) return;
	const [then, today] = [readParts(planned), readParts(now)];
	const differences = [
		then.provider !== today.provider && 'the provider',
		then.fields !== today.fields && 'the fields of the job or the run key',
		then.languages !== today.languages && 'the languages',
		(then.content !== today.content || then.requests !== today.requests) &&
			`the content (planned: ${amountOf(then)}; now: ${amountOf(today)})`,
	].filter(Boolean);
	// The same content may come from other items.
	if (differences.length === 0) return;
	throw new InvalidInput(
		`This is not what was planned. What differs: ${differences.join(', ')}`,
		"Nothing was sent. Run Preview again and have the new plan approved, or remove 'Only This Plan'.",
	);
}

const amountOf = ({ items, requests }: Record<string, string>) =>
	`${counted(Number(items), 'item')}, ${counted(Number(requests), 'request')}`;

function readParts(key: string): Record<string, string> {
	refuseNewerForm('The key of the plan', /^plan(\d+)-/.exec(key)?.[1]);
	const parts = PLAN_KEY.exec(key)?.groups;
	if (!parts)
		throw new InvalidInput(
			key === '' ? `${FIELD} is empty` : `${FIELD} is not the key of a plan`,
			'Nothing was sent. Use "planKey" as the operation Preview returned it. It is empty if the preview has nothing to send.',
		);
	return parts;
}
