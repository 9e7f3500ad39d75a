import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SENT_PATHS } from '../../../../nodes/api/sentTexts';
import {
	type Known,
	newKnown,
	parseKnown,
	writeKnown,
} from '../../../../nodes/features/changes/value';
import { tries } from '../../../support/depth';
import { useHarness } from '../../../support/harness';
import { histories, History, type Merge } from '../changes/history';
import { collecting } from '../changes/nights';

const RUNS = { numRuns: tries({ part: 30, all: 300 }), endOnFailure: true };

type Merged = NonNullable<Awaited<ReturnType<Merge>>>;

/** Values of others, which the node must not take. */
const othersOf = ({ sourceId, language }: Known): string[] =>
	[
		{ sourceId: 'entry 8', language },
		{ sourceId, language: 'it-it' },
	].map((key) => writeKnown({ ...newKnown(key), paths: ['title'] }));

describe('an entry that changes while it is translated, through Collect Translations', () => {
	const harness = useHarness({ keepsState: true, variants: { autoDeliver: false } });
	let ids: { jobId: string; requestId: string };
	beforeAll(async () => {
		const { jobId, requestIds } = await harness.jobInReview(1);
		ids = { jobId, requestId: requestIds[0]! };
	});

	/** The service answers with this delivery. */
	const answer = async (
		{ sourceId, language }: Known,
		{ paths, delivery, request: { id, at } }: Parameters<Merge>[2],
	) => {
		const { sandbox } = harness;
		await sandbox.clearFaults();
		const request = {
			jobId: ids.jobId,
			requestId: id,
			createdDate: new Date(at).toISOString(),
			statusCode: 'REVIEW_TRANSLATION',
			sourceContentId: 'texts',
			sourceNativeId: sourceId,
			targetNativeLanguageCode: language,
			extendedMetadata: { [SENT_PATHS]: paths },
		};
		const always = { method: 'GET', times: 100, status: 200 };
		const json = (body: object) => ({ ...always, body: body as never });
		await sandbox.fault({ path: 'requests$', ...json({ requests: [request] }) });
		await sandbox.fault({ path: 'retrieve$', ...json({ targetContent: delivery!.translated }) });
		const fields = delivery!.source;
		await sandbox.fault({
			path: 'sourcecontent/[^/]+$',
			...json({ sourcecontentId: 'texts', fields }),
		});
	};

	const throughCollect: Merge = async (entry, known, input) => {
		await answer(known, input);
		const isNew = known.entry === undefined;
		const json = {
			jobId: ids.jobId,
			entry: JSON.stringify(entry),
			known: [...othersOf(known), ...(isNew ? [] : [writeKnown(known)])],
			translated: { [known.language]: JSON.stringify(input.translatedEntry ?? null) },
		};
		const [merged] = await harness.json(collecting({ simplify: false }), { input: [{ json }] });
		if (!merged?.entry) return undefined;
		return {
			...(merged as unknown as Merged),
			entry: merged.entry as IDataObject,
			known: parseKnown(merged.knownTranslations),
		};
	};

	it('ends as if everything had been sent, and keeps the edits of people', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async ({ keys, steps }) => {
				const history = new History(keys, { merge: throughCollect });
				for (const step of steps) await history.do(step);
				await history.finish();
				expect(history.problems).toEqual([]);
			}),
			RUNS,
		);
	});
});
