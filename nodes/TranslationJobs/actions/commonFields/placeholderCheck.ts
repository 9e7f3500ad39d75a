import type { IExecuteFunctions } from 'n8n-workflow';

import { findPlaceholderProblems } from '../../../shared/rules/entries/placeholderProblems';
import { SentTexts } from '../../../shared/service/requests/sentTexts';
import type { KeyValue } from '../../../shared/service/resources';
import { counted, warnOnce } from './hints';

/** Compares the translations of a run with their sources. Losses are reported and never stop the item. */
export class PlaceholderCheck {
	private affected = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly sent = new SentTexts(),
	) {}

	compare(source: readonly KeyValue[], translated: readonly KeyValue[]) {
		const placeholderProblems = findPlaceholderProblems(source, translated);
		if (placeholderProblems.length > 0) this.affected += 1;
		return { placeholderProblems };
	}

	/** Without a source there is no result, which differs from a result without problems. */
	async compareIfReadable(
		readSource: () => Promise<KeyValue[]>,
		translated: readonly KeyValue[],
	): Promise<Partial<ReturnType<PlaceholderCheck['compare']>>> {
		try {
			return this.compare(await readSource(), translated);
		} catch (error) {
			warnOnce(
				this.context,
				'unread source',
				`The placeholders of texts could not be compared, because the source could not be read: ${error instanceof Error ? error.message : String(error)}`,
			);
			return {};
		}
	}

	addHint(): void {
		if (this.affected > 0)
			warnOnce(
				this.context,
				'placeholders',
				`${counted(this.affected, 'translation')} with lost or new placeholders: see the field "placeholderProblems".`,
			);
	}
}
