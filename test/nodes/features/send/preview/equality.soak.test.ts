import * as fc from 'fast-check';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { LogEntry } from '../../../../../sandbox/calls/log';
import { tries } from '../../../../support/depth';
import { type RunOptions, useHarness } from '../../../../support/harness';
import { runOnWire, type Wire } from '../../../TranslationJobs/support';
import { known, useNights } from '../../changes/nights';
import { type Edition, editions, type Sending, sendings } from './generated';

const RUNS = { numRuns: tries({ part: 30, all: 200 }) };
const FEWER = { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 4) };

describe('Preview says what Send then does', () => {
	const harness = useHarness({ variants: { sendingMs: 1, autoDeliver: false } });
	const nights = useNights(harness);

	/** Leaves the jobs of an earlier run. */
	const prepare = async ({ parameters, earlier, quotas, before }: Sending) => {
		await harness.reset();
		await harness.sandbox.configure({ quotas });
		if (before === 'nothing') return;
		const { options } = parameters as { options: INodeParameters };
		const refused = { status: 409, body: { message: 'not today' }, times: 100 };
		if (before === 'unsubmitted')
			await harness.sandbox.fault({ method: 'PUT', path: 'submit$', ...refused });
		if (before === 'half')
			await harness.sandbox.fault({ method: 'POST', path: 'requests/add$', skip: 1, ...refused });
		const first = { ...parameters, options: { ...options, maxTries: 1 } };
		// What the run has made stays, as after a crash.
		await harness.sandbox.fault({ method: 'DELETE', path: 'jobs/[^/]+$', ...refused });
		await harness.run(first, { input: earlier });
		await harness.sandbox.clearFaults();
		if (before === 'cancelled')
			for (const { requestId, status } of await harness.sandbox.requests())
				if (status !== 'CREATED') await harness.sandbox.cancelRequest(requestId);
	};

	/** Everything that any host was asked for. */
	const preview = async (parameters: INodeParameters, run: RunOptions): Promise<Wire> => {
		const since = (await harness.sandbox.log({ last: 1 }))[0]?.seq ?? 0;
		const seen = await runOnWire(
			harness,
			{
				...parameters,
				operation: 'preview',
				simplify: false,
				options: { ...optionsOf(parameters), output: 'job' },
			},
			run,
		);
		expect((await harness.sandbox.log({ since })).filter(isWrite).map(inShort)).toEqual([]);
		expect(seen.error).toBeUndefined();
		expect(seen.json).toHaveLength(1);
		return seen;
	};

	/** Sends without the items that it refuses, until it refuses no more. */
	const refusalsOfSend = async (
		parameters: INodeParameters,
		run: RunOptions,
		input: Array<[index: number, item: INodeExecutionData]>,
	): Promise<Array<number | null>> => {
		if (input.length === 0) return [];
		const { error } = await harness.run(parameters, { ...run, input: input.map(([, one]) => one) });
		if (!error) return [];
		const failed = error.context?.failedItems as Array<{ itemIndex: number }> | undefined;
		if (!failed) return [null];
		const places = new Set(failed.map(({ itemIndex }) => itemIndex));
		const others = input.filter((_, place) => !places.has(place));
		return [
			...[...places].map((place) => input[place]![0]),
			...(await refusalsOfSend(parameters, run, others)),
		];
	};

	it('for any items', async () => {
		await fc.assert(
			fc.asyncProperty(sendings, async (sending) => {
				const { parameters, input, continueOnFail } = sending;
				await prepare(sending);
				const seen = await preview(parameters, { input, continueOnFail });
				const promised = seen.json[0]!;
				const limits = sending.keepsToIt ? limitsOf(promised) : {};
				const options: INodeParameters = {
					...optionsOf(parameters),
					...limits,
					sendWordCount: true,
				};
				const sent = await runOnWire(
					harness,
					{ ...parameters, options },
					{ input, continueOnFail },
				);
				if (sent.error) {
					const items = await refusalsOfSend(parameters, {}, [...input.entries()]);
					expect(refusalsIn(promised)).toEqual({
						sendOutcome: 'refused',
						planKey: '',
						items: inOrder(items),
					});
					expect(sent.changes.filter(({ path }) => path.endsWith('submit'))).toEqual([]);
				} else if (continueOnFail) expectParts(promised, sent);
				else expectSame(promised, sent);
			}),
			RUNS,
		);
	});

	/** Sends every version but the last, and collects what is delivered. */
	const send = async ({ versions, delivers, languages }: Edition) => {
		await harness.reset();
		nights.forget();
		for (const [night, entries] of versions.slice(0, -1).entries()) {
			await nights.run(entries, { targetLanguages: languages });
			if (!delivers[night]) continue;
			for (const jobId of new Set((await harness.sandbox.requests()).map(({ jobId: id }) => id)))
				await nights.deliver(jobId);
			await nights.collect(entries);
		}
	};

	it('for entries with known translations', async () => {
		await fc.assert(
			fc.asyncProperty(editions, async (edition) => {
				await send(edition);
				const { languages, submit, output } = edition;
				const input = edition.versions
					.at(-1)!
					.map((entry) => ({ json: { ...entry, rows: nights.rowsOf(entry.id) } }));
				const parameters = known({ targetLanguages: languages, options: { submit, output } });
				const seen = await preview(parameters, { input });
				const sent = await runOnWire(
					harness,
					{ ...parameters, options: { submit, output, sendWordCount: true } },
					{ input },
				);
				expect(sent.error).toBeUndefined();
				expectSame(seen.json[0]!, sent);
			}),
			FEWER,
		);
	});
});

const optionsOf = (parameters: INodeParameters) => parameters.options as INodeParameters;
const isWrite = ({ origin, method }: LogEntry) => method !== 'GET' && origin !== 'auth';
const inShort = ({ origin, method, path }: LogEntry) => `${method} ${origin} ${path}`;
const inOrder = (items: ReadonlyArray<number | null>) =>
	[...items].sort((one, other) => (one ?? -1) - (other ?? -1));

/** What a person who agrees would enter. Words are limited only where all are known. */
const limitsOf = ({ planKey, words, filesNotCounted }: IDataObject): INodeParameters => ({
	planKey: planKey as string,
	...((filesNotCounted as []).length > 0 ? {} : { maxWords: words as number }),
});

const refusalsIn = ({ sendOutcome, refused, planKey }: IDataObject) => ({
	sendOutcome,
	planKey,
	items: inOrder((refused as IDataObject[]).map(({ itemIndex }) => (itemIndex ?? null) as null)),
});

const posted = ({ calls }: Wire, path: RegExp) =>
	calls.filter(({ method, path: called }) => method === 'POST' && path.test(called));

/** The jobs and requests among the outputs. */
const sentOutputs = ({ json }: Wire) =>
	json.filter(({ error, sendOutcome }) => error === undefined && sendOutcome !== 'upToDate');

function expectSame(promised: IDataObject, sent: Wire): void {
	expect(byLanguage(promised)).toMatchObject({ ...amountsOf(sent), refused: [] });
}

const byLanguage = (promised: IDataObject) => ({
	...promised,
	languages: Object.fromEntries(
		(promised.languages as IDataObject[]).map(({ language, requests, words }) => [
			language,
			{ requests, words },
		]),
	),
});

/** Each item that fails has an output of its own. */
function expectParts(promised: IDataObject, sent: Wire): void {
	const failed = sent.items.flatMap(({ json, pairedItem }) =>
		json.error === undefined ? [] : [(pairedItem as { item: number }).item],
	);
	const refused = (promised.refused as IDataObject[]).map(({ itemIndex }) => itemIndex);
	if (sentOutputs(sent).length === 0)
		expect(promised).toMatchObject({ sendOutcome: 'refused', planKey: '' });
	else {
		expect(byLanguage(promised)).toMatchObject(amountsOf(sent));
		expect([...new Set(refused)].sort()).toEqual(failed.sort());
	}
}

function amountsOf(sent: Wire): IDataObject {
	const outputs = sentOutputs(sent);
	const outcomes = outputs.map(({ sendOutcome }) => String(sendOutcome));
	const isNew = outcomes.every((outcome) => outcome === 'created');
	return {
		sendOutcome:
			['created', 'continued', 'alreadySent'].find((one) => outcomes.includes(one)) ?? 'nothingNew',
		jobs: new Set(outputs.flatMap(({ jobId }) => jobId ?? [])).size,
		requests: outputs.reduce((sum, { requestCount = 1 }) => sum + Number(requestCount), 0),
		...(isNew ? contentsOf(sent) : {}),
	};
}

/** Files of requests and support assets. */
const filesIn = (sent: Wire) =>
	posted(sent, /\/(requests\/add|supportassets)$/).filter(({ body }) =>
		JSON.stringify(body).includes('"fmsFileId"'),
	).length;

/** What was put into new jobs. */
function contentsOf(sent: Wire): IDataObject {
	const fields = posted(sent, /\/sourcecontent$/).map(
		({ body }) => (body as { fields: [] }).fields,
	);
	const languages = new Map<string, { requests: number; words: number }>();
	for (const { body } of posted(sent, /\/requests\/add$/)) {
		const { targetNativeLanguageCodes, wordCount = 0 } = body as {
			targetNativeLanguageCodes: string[];
			wordCount?: number;
		};
		for (const language of targetNativeLanguageCodes) {
			const { requests, words } = languages.get(language) ?? { requests: 0, words: 0 };
			languages.set(language, { requests: requests + 1, words: words + wordCount });
		}
	}
	return {
		files: filesIn(sent),
		texts: fields.flat().length,
		words: [...languages.values()].reduce((sum, { words }) => sum + words, 0),
		languages: Object.fromEntries(languages) as IDataObject,
	};
}
