import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { type Lock, newLock, readLock, writeLock } from '../../../../l10n/lock/lock';
import { type Delivery, mergeLocked } from '../../../../l10n/lock/mergeLocked';
import { SENT_PATHS } from '../../../../nodes/api/requestTexts';
import { histories, History, type Merge } from '../../../l10n/lock/history';
import { tries } from '../../../support/depth';
import { useHarness } from '../../../support/harness';
import { collecting } from '../changes/nights';

const RUNS = { numRuns: tries({ part: 30, all: 300 }), endOnFailure: true };

/** A value in another language, which the node must not take. */
const otherOf = ({ sourceId }: Lock): string =>
	writeLock({ ...newLock({ sourceId, language: 'it-it' }), paths: ['title'] });

describe('an entry that changes while it is translated, through Collect Translations', () => {
	const harness = useHarness({ keepsState: true, variants: { autoDeliver: false } });
	let ids: { jobId: string; requestId: string };
	beforeAll(async () => {
		const { jobId, requestIds } = await harness.jobInReview(1);
		ids = { jobId, requestId: requestIds[0]! };
	});

	/** The service answers with this delivery. */
	const answer = async (
		{ sourceId, language, paths }: Lock,
		{ request: { id, at }, translated, source }: Delivery,
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
		await sandbox.fault({ path: 'retrieve$', ...json({ targetContent: translated as never }) });
		await sandbox.fault({
			path: 'sourcecontent/[^/]+$',
			...json({ sourcecontentId: 'texts', fields: source }),
		});
	};

	const throughCollect: Merge = async (entry, places, there, lock, delivery) => {
		const merged = await mergeLocked(entry, places, there, lock, delivery);
		if (!delivery || merged.put.size === 0) return merged;
		await answer(lock, delivery);
		const row = {
			targetLanguage: lock.language,
			knownTranslations: lock.entry === undefined ? '' : writeLock(lock),
			translatedEntry: there === undefined ? '' : JSON.stringify(there),
		};
		const json = { jobId: ids.jobId, entry: JSON.stringify(entry), known: [otherOf(lock), row] };
		const [collected] = await harness.json(collecting({ simplify: false }), {
			input: [{ json: json as IDataObject }],
		});
		const { replacedEdits, outdated, missing } = merged;
		const edits = JSON.parse(JSON.stringify(replacedEdits)) as IDataObject[];
		expect(collected).toMatchObject({ missing, outdated, replacedEdits: edits });
		return {
			...merged,
			entry: collected!.entry as IDataObject,
			lock: readLock(collected!.knownTranslations),
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
