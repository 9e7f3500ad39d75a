import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../core/notices';
import { counted } from '../../form/hints';
import type { ChosenTexts } from './chosenTexts';
import type { ContentItem } from './content/content';
import type { SentJob } from './jobProgress';
import type { KnownEntries } from './known/knownEntries';
import { languagesOf, sentItems } from './output';
import type { Settings } from './settings';

const LANGUAGES_SHOWN = 5;
const COLLECT = 'Next: Collect Translations.';
const MERGE = "Next, when it is translated: Collect Translations with 'Merge Into'.";

interface Told {
	providerName?: string;
	chosen: ChosenTexts;
	known: KnownEntries;
	failed: number;
}

/** Says on the node what was sent, and what comes next. */
export async function addSendSummary(
	context: IExecuteFunctions,
	jobs: readonly SentJob[],
	{ providerId, windowHours, ownKey }: Settings,
	{ providerName, chosen, known, failed }: Told,
): Promise<void> {
	const hint = (message: string, type: 'info' | 'warning' = 'info') =>
		showHint(context, message, type);
	const provider = providerName ?? providerId;
	const next = chosen.isUsed ? MERGE : COLLECT;
	for (const sent of jobs) {
		const { job, outcome, notReached } = sent;
		const name = `'${job.jobName ?? job.jobId}'`;
		const amount = describeAmount(sentItems(sent));
		if (notReached)
			hint(
				`Job ${job.jobId} was submitted, but the node could not see it reach the provider: ${notReached}. The service continues. Check the job again later.`,
				'warning',
			);
		if (outcome === 'alreadySent') {
			const key = ownKey === '' ? 'with the same content' : `with the run key "${ownKey}"`;
			hint(
				`Nothing was sent again: ${name} ${key} was already sent within the last ${windowHours} hours (${amount}). ${next} To send it again on purpose, enter another run key or set 'Search Window' to 0.`,
				'warning',
			);
		} else if (provider === undefined) {
			const verb = outcome === 'continued' ? 'Continued' : 'Created';
			hint(
				`${verb} ${name}: ${amount}. It is not submitted yet. Next: submit it with the operation Submit.`,
			);
		} else {
			const before = outcome === 'continued' ? ' An earlier run had begun this job.' : '';
			hint(`Sent ${name} to ${provider}: ${amount}.${before} ${next}`);
		}
	}
	const isSentBefore = jobs.length > 0 && jobs.every(({ outcome }) => outcome === 'alreadySent');
	if (known.isUsed) hint(await known.describe({ isSentBefore }));
	const leftOut = known.warning();
	if (leftOut) hint(leftOut, 'warning');
	const choice = chosen.describe();
	if (choice) hint(choice);
	if (failed > 0) hint(`${counted(failed, 'item')} could not be sent; each says why.`, 'warning');
}

/** "2 files and 1 text into de-de, fr-fr, with 1 support asset". */
function describeAmount(contentItems: readonly ContentItem[]): string {
	const count = (wanted: ContentItem['kind']) =>
		contentItems.filter(({ kind }) => kind === wanted).length;
	const [files, assets] = [count('file'), count('supportAsset')];
	const texts = contentItems.reduce((sum, { content }) => sum + content.textCount, 0);
	const languages = languagesOf(contentItems);
	const what = [
		...(files > 0 ? [counted(files, 'file')] : []),
		...(texts > 0 ? [counted(texts, 'text')] : []),
	].join(' and ');
	const into =
		languages.length > LANGUAGES_SHOWN
			? counted(languages.length, 'language')
			: languages.join(', ');
	return `${what} into ${into}${assets > 0 ? `, with ${counted(assets, 'support asset')}` : ''}`;
}
