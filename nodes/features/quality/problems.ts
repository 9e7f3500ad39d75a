import type { IExecuteFunctions } from 'n8n-workflow';

import { checkPairs, type Problem, problemsText } from '../../../l10n/checks/checkPairs';
import { CHECKS } from '../../../l10n/checks/checks';
import { toMaxLengthOf } from '../../../l10n/checks/length';
import { counted } from '../../../l10n/counted';
import { languageParts } from '../../../l10n/languageTags';
import type { DownloadedFile } from '../../api/files/storeFile';
import { SentTexts } from '../../api/requestTexts';
import type { KeyValue, TranslationRequest } from '../../api/resources';
import { warnOnce } from '../../core/notices';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import { RETURNED_AS_SENT } from '../../rules/statuses';
import type { CheckOptions } from './checkOptions';
import { FileProblems } from './fileProblems';

/** A request and the texts that were sent with it. */
export interface Sent {
	request: TranslationRequest;
	source: readonly KeyValue[];
}

export interface Found {
	problems?: Problem[];
	problemsText?: string;
}

/** Compares the translations of a run with their sources. Problems are reported and never stop the item. */
export class Problems {
	private affected = 0;
	private readonly unchecked: string[] = [];
	private readonly files: FileProblems;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly sent = new SentTexts(),
	) {
		this.files = new FileProblems(context);
	}

	async compare(
		{ request, source }: Sent,
		translated: readonly KeyValue[],
		options: CheckOptions,
	): Promise<Found> {
		if (options.checks.length === 0) return {};
		const { checks, settings } = readChecks(request, options);
		const language = request.targetNativeLanguageCode;
		return this.found(await checkPairs(source, translated, checks, settings, language));
	}

	private found(problems: Problem[]): Found {
		if (problems.length > 0) this.affected += 1;
		return { problems, problemsText: problemsText(problems) };
	}

	/** Without a comparison there is no result, as with texts. */
	async compareFile(
		client: Client,
		request: TranslationRequest,
		file: DownloadedFile,
		options: CheckOptions,
	): Promise<Found> {
		if (!options.files || options.checks.length === 0) return {};
		const { fileName } = file;
		try {
			const language = request.targetNativeLanguageCode;
			const comparison = { fileName, language, ...readChecks(request, options) };
			return this.found(await this.files.find(client.forProbe(), request, file, comparison));
		} catch (error) {
			this.unchecked.push(`${fileName}: ${asError(error).message}`);
			return {};
		}
	}

	/** Without a source there is no result, which differs from a result without problems. */
	async compareIfReadable(
		readSent: () => Promise<Sent>,
		translated: readonly KeyValue[],
		options: CheckOptions,
	): Promise<Found> {
		if (options.checks.length === 0) return {};
		let sent: Sent;
		try {
			sent = await readSent();
		} catch (error) {
			warnOnce(
				this.context,
				'unread source',
				`Texts could not be checked, because the source could not be read: ${error instanceof Error ? error.message : String(error)}`,
			);
			return {};
		}
		return await this.compare(sent, translated, options);
	}

	addHint(): void {
		const { length } = this.unchecked;
		if (length > 0)
			warnOnce(
				this.context,
				'unchecked files',
				`${counted(length, 'file')} could not be checked${length > 1 ? ', e.g.' : ':'} ${this.unchecked[0]}.`,
			);
		if (this.affected > 0)
			warnOnce(
				this.context,
				'problems',
				`${counted(this.affected, 'translation')} did not pass the checks: see the field "problems".`,
			);
	}
}

const readChecks = (request: TranslationRequest, options: CheckOptions) => ({
	checks: CHECKS.filter(({ name }) => options.checks.includes(name)),
	settings: {
		mayStay: mayStay(request),
		maxLengthOf: toMaxLengthOf(options.maxLengths),
		termsToKeep: options.termsToKeep,
	},
});

function mayStay(request: TranslationRequest): boolean {
	const { sourceNativeLanguageCode: from, targetNativeLanguageCode: to, statusCode } = request;
	if (RETURNED_AS_SENT.includes(statusCode ?? '')) return true;
	return Boolean(from && to) && languageParts(from!).language === languageParts(to!).language;
}
