import { isDeepStrictEqual } from 'node:util';

import { byId } from '../../support/harness';
import { operation, withoutProblems } from '../support/scenario';
import { deliveredJob, fileItem, filledJob, LANGUAGES, TEXTS } from '../support/service';
import { passesOn } from './files';

/** A submitted job moves on by itself, so its status depends on the time of the read. */
const atProvider = (output: unknown): unknown =>
	JSON.parse(
		JSON.stringify(output, (name, value: unknown) =>
			name === 'providerReference' ? undefined : value,
		).replace(/"(CREATED|SENDING|SENT_TO_PROVIDER|IN_TRANSLATION)"/g, '"<on its way>"'),
	) as unknown;
/** Archiving runs in the background. */
const archiving = (output: unknown): unknown =>
	JSON.parse(
		JSON.stringify(output).replace(
			/"archived":(true|false)|"archiveStatus":"\w+"/g,
			'"archived":"<background>"',
		),
	) as unknown;

/** What Send says about a job that it could not submit. */
const tellsWhatIsLeft = (_state: unknown, _before: unknown, text: string) =>
	/still there|was kept|was left as it is|stays submitted|may have taken effect/.test(text);

const XLIFF =
	'<xliff version="1.2"><file><body><trans-unit id="1"><source>Hello world</source></trans-unit></body></file></xliff>';

const sent = { jobName: 'R&D sent', providerId: byId('pseudo'), simplify: false, ...LANGUAGES };

export const job = {
	create: operation(() => ({
		parameters: { jobName: 'R&D new', additionalFields: { description: 'd', poReference: 'PO-1' } },
	})),
	get: operation(async ({ service }) => ({
		parameters: { jobId: byId(await service.createJob()), options: { aggregate: true } },
	})),
	getAll: operation(async ({ sandbox }) => {
		await sandbox.seed({ jobs: 3 });
		return { parameters: { returnAll: true, simplify: false } };
	}),
	'getAll, archived': operation(async ({ sandbox }) => {
		await sandbox.seed({ jobs: 3, archived: true });
		return { parameters: { returnAll: true, simplify: false, archived: true } };
	}),
	'getAll, none': operation(() => ({ parameters: { returnAll: true } })),
	update: operation(async ({ service }) => ({
		parameters: {
			jobId: byId(await service.createJob()),
			updateFields: { poReference: 'PO-7', jobName: 'Renamed' },
		},
	})),
	submit: operation(
		async (stage) => ({
			parameters: { jobId: byId((await filledJob(stage)).jobId), providerId: byId('pseudo') },
		}),
		{ essential: atProvider },
	),
	'submit, checked and waited for': operation(
		async (stage) => ({
			parameters: {
				jobId: byId((await filledJob(stage)).jobId),
				providerId: byId('european'),
				wait: true,
			},
		}),
		{ essential: atProvider },
	),
	complete: operation(async ({ sandbox }) => {
		const { jobIds } = await sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'TRANSLATION_APPROVED',
		});
		return { parameters: { jobId: byId(jobIds[0]!) } };
	}),
	reopen: operation(async ({ sandbox }) => {
		const { jobIds } = await sandbox.seed({ jobs: 1, status: 'COMPLETED' });
		return { parameters: { jobId: byId(jobIds[0]!) } };
	}),
	archive: operation(
		async ({ sandbox }) => {
			const { jobIds } = await sandbox.seed({ jobs: 1, status: 'COMPLETED' });
			return { parameters: { jobId: byId(jobIds[0]!) } };
		},
		{ essential: archiving },
	),
	'archive, waited for': operation(async ({ sandbox }) => {
		const { jobIds } = await sandbox.seed({ jobs: 1, status: 'COMPLETED' });
		return { parameters: { jobId: byId(jobIds[0]!), wait: true } };
	}),
	unarchive: operation(
		async ({ sandbox }) => {
			const { jobIds } = await sandbox.seed({ jobs: 1, status: 'COMPLETED', archived: true });
			return { parameters: { jobId: byId(jobIds[0]!) } };
		},
		{ essential: archiving },
	),
	'unarchive, waited for': operation(async ({ sandbox }) => {
		const { jobIds } = await sandbox.seed({ jobs: 1, status: 'COMPLETED', archived: true });
		return { parameters: { jobId: byId(jobIds[0]!), wait: true } };
	}),
	delete: operation(async ({ service }) => ({
		parameters: { jobId: byId(await service.createJob()) },
	})),
};

export const send = {
	send: operation(() => ({ parameters: { ...sent, translate: 'content', ...TEXTS } }), {
		essential: atProvider,
		mayLeave: tellsWhatIsLeft,
	}),
	'send, a file, requests returned': operation(
		() => ({
			parameters: { ...sent, translate: 'file', options: { output: 'requests', wait: true } },
			input: [fileItem()],
		}),
		{ essential: atProvider, mayLeave: tellsWhatIsLeft },
	),
	'send, without a search for earlier runs': operation(
		() => ({
			parameters: { ...sent, translate: 'content', ...TEXTS, options: { windowHours: 0 } },
		}),
		{ essential: atProvider, mayLeave: tellsWhatIsLeft },
	),
	/** If it cannot see what is in translation, it sends nothing. */
	'send, all of it in translation': operation(async (stage) => {
		await deliveredJob(stage);
		return {
			parameters: {
				...sent,
				targetLanguages: ['de-de'],
				translate: 'fields',
				fieldsToTranslate: 'title',
				itemFields: { sourceNativeId: 'item-1', knownTranslations: '={{ $json.nothingYet }}' },
			},
			input: [{ json: { title: 'Hello world' } }],
		};
	}),
};

/** Some calls and quotas are asked for again. */
const withoutCalls = (output: unknown) =>
	(output as Array<{ json: object }>).map(({ json, ...item }) => ({
		...item,
		json: { ...json, calls: '<some>', seconds: '<some>' },
	}));

/** It writes nothing, and never says "created" if it cannot see what was begun before. */
export const preview = {
	preview: operation(
		async (stage) => {
			const parameters = { ...sent, translate: 'content', ...TEXTS, options: { submit: false } };
			await stage.run('translationJobs', { resource: 'job', operation: 'send', ...parameters });
			return { parameters };
		},
		{ essential: withoutCalls },
	),
};

type Found = Array<{ json: { requestId?: unknown; notFetched?: Array<{ requestId?: unknown }> } }>;
const requestIdsOf = (items: Array<{ requestId?: unknown }>) =>
	items.map(({ requestId }) => String(requestId)).sort();

/** Every item names all the missing translations, and is otherwise as it should be. */
function namesMissing(output: unknown, right: unknown): boolean {
	const found = output as Found;
	const ids = found.map(({ json }) => json.requestId);
	const missing = (right as Found)
		.map(({ json }) => json)
		.filter(({ requestId }) => !ids.includes(requestId));
	return (
		found.length > 0 &&
		found.every(({ json: { notFetched = [], ...json }, ...item }) => {
			const isNamed = isDeepStrictEqual(requestIdsOf(notFetched), requestIdsOf(missing));
			return isNamed && (right as Found).some((one) => isDeepStrictEqual(one, { ...item, json }));
		})
	);
}

/** Text in an unknown form is not emitted. */
const UNKNOWN_FORM = {
	isNamedPart: namesMissing,
	mayFail: /retrieve · .*two unknown lists/,
	passesOn,
	essential: withoutProblems,
};

export const collect = {
	collect: operation(
		async (stage) => ({ parameters: { jobId: byId((await deliveredJob(stage)).jobId) } }),
		UNKNOWN_FORM,
	),
	'collect, files checked': operation(async (stage) => {
		const { jobId } = await deliveredJob(stage, ['de-de'], XLIFF, 'hello.xlf');
		return { parameters: { jobId: byId(jobId), options: { checkFiles: true } } };
	}, UNKNOWN_FORM),
	'collect, merged with what is known': operation(
		async (stage) => ({
			parameters: {
				jobId: byId((await deliveredJob(stage)).jobId),
				mergeInto: '{"title": "Hello world", "price": 12}',
				knownTranslations: '={{ $json.nothingYet }}',
			},
		}),
		UNKNOWN_FORM,
	),
	'collect, merged': operation(
		async (stage) => ({
			parameters: {
				jobId: byId((await deliveredJob(stage)).jobId),
				mergeInto: '{"title": "Hello world", "price": 12}',
			},
		}),
		UNKNOWN_FORM,
	),
};
