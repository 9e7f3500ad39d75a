import { InvalidInput, refuseNewerForm } from '../../../../l10n/invalidInput';
import { JOB_FIELDS, type JobFields } from '../../../api/jobs';
import { digestOf, keyValuesOf } from '../../../rules/runLabels';
import { type ContentItem, requestCount } from '../content';

const FIELD = 'Only This Plan';
const PLAN_KEY = /^plan1-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{32})-(\d+)-(\d+)$/;

interface Parts {
	provider: string;
	fields: string;
	languages: string;
	content: string;
	items: number;
	requests: number;
}

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

const amountOf = ({ items, requests }: Parts) =>
	`${items} ${items === 1 ? 'item' : 'items'}, ${requests} ${requests === 1 ? 'request' : 'requests'}`;

function readParts(key: string): Parts {
	refuseNewerForm('The key of the plan', /^plan(\d+)-/.exec(key)?.[1]);
	const match = PLAN_KEY.exec(key);
	if (!match)
		throw new InvalidInput(
			key === '' ? `${FIELD} is empty` : `${FIELD} is not the key of a plan`,
			'Nothing was sent. Use "planKey" as the operation Preview returned it. It is empty if the preview has nothing to send.',
		);
	const [, provider, fields, languages, content, items, requests] = match as unknown as string[];
	return {
		provider: provider!,
		fields: fields!,
		languages: languages!,
		content: content!,
		items: Number(items),
		requests: Number(requests),
	};
}
