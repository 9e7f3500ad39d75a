import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../../core/notices';
import { counted } from '../../../form/hints';
import { filesNotCounted, totalCost } from './amounts';
import { money } from './keepPromises';
import { totalsOf } from './output';
import type { Preview } from './previewInput';

const BEFORE: Record<Preview['outcome'], string> = {
	created: 'Send would send',
	continued: 'Send would finish what an earlier run has begun:',
	alreadySent: 'Send would send nothing again. Sent before:',
	nothingNew: 'Send would send nothing: nothing is new.',
	refused: 'Send would refuse this and send nothing.',
};

/** Says on the node, in a sentence, what would be sent. */
export function addPreviewSummary(context: IExecuteFunctions, preview: Preview): void {
	const { outcome, refused } = preview;
	const isSomething = preview.jobs.length > 0 && outcome !== 'refused';
	showHint(context, isSomething ? `${BEFORE[outcome]} ${describe(preview)}.` : BEFORE[outcome]);
	const choice = preview.chosen?.describe();
	if (choice) showHint(context, choice);
	const [first] = refused;
	if (first) {
		const where = first.itemIndex === undefined ? '' : ` (item ${first.itemIndex})`;
		const more = refused.length > 1 ? ` … and ${refused.length - 1} more` : '';
		showHint(context, `Refused: ${first.reason}${where}${more}`, 'warning');
	}
	const unknown = filesNotCounted(preview.amounts);
	if (unknown.length > 0)
		showHint(
			context,
			`The words of ${counted(unknown.length, 'file')} could not be counted, so words and cost are without them. See filesNotCounted.`,
			'warning',
		);
	if (preview.rates && totalsOf(preview).cost === null)
		showHint(context, "'Rates' has no rate for a language, so the cost is not known.", 'warning');
}

function describe(preview: Preview): string {
	const { jobs, rates } = preview;
	const { languages, files, texts, words } = totalsOf(preview);
	const cost = rates && totalCost(languages);
	const what = [
		...(files > 0 ? [counted(files, 'file')] : []),
		...(texts > 0 ? [counted(texts, 'text')] : []),
	].join(' and ');
	const price = rates && cost !== undefined ? `, for ${money(rates, cost)}` : '';
	const inJobs = jobs.length > 1 ? `, in ${jobs.length} jobs` : '';
	return `${what} into ${counted(languages.length, 'language')}: ${counted(words, 'word')}${price}${inJobs}`;
}
