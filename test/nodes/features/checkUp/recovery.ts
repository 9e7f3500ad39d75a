/** What a Check-Up recovers of the switches of a sandbox. */
import { checkUp } from '../../../../nodes/features/checkUp/checkUp';
import { defaultVariants, type Variants } from '../../../../sandbox/model/variants';
import { switchesIn } from '../../../../sandbox/presetFile';
import { Caller } from '../../../sandbox/caller';
import type { Random } from '../../../storm/random';
import type { Harness } from '../../../support/harness';

export const FAST: Partial<Variants> = { autoDeliver: false, sendingMs: 0, acceptMs: 0 };

export interface Situation {
	variants: Partial<Variants>;
	/** Without a listener, the form of an empty list of listeners shows. */
	withListener: boolean;
	withTestJob: boolean;
}

/** Switches that decide how something is made, not how it is shown. */
const made = ({ idForm, jobDatesMoveWithRequests }: Partial<Variants>): Partial<Variants> => ({
	...(idForm === undefined ? {} : { idForm }),
	...(jobDatesMoveWithRequests === undefined ? {} : { jobDatesMoveWithRequests }),
});

/** Enough of everything: two pages of jobs, one of them with texts, a file, an error, a delivery. */
export async function furnish({ sandbox }: Harness, situation: Situation): Promise<void> {
	const { variants, withListener } = situation;
	await sandbox.configure({ ...defaultVariants(), ...FAST, ...made(variants) });
	const caller = await Caller.of(sandbox);
	const jobId = await caller.createJob({ labels: ['n8n-a'], extendedMetadata: { a: 1 } });
	const texts = await caller.addPairs(jobId, ['fr-fr', 'de-de', 'es-es']);
	await caller.addRequests(jobId, { fmsFileId: await caller.uploadFile(jobId) });
	await caller.call('PUT', `/jobs/${jobId}/submit`, { providerId: 'pseudo' });
	await caller.until(jobId, 'IN_TRANSLATION');
	const [delivered, failed] = texts.map(({ requestId }) => String(requestId));
	// Only a delivery later than the job's own last change shows whether it changes the job, too.
	await sandbox.advance(100);
	await sandbox.deliver(jobId, [delivered!]);
	await sandbox.failRequest(failed!, 'It cannot be read.');
	await sandbox.seed({ jobs: 1, labels: { a: 'b' }, status: 'CREATED', withUpdates: true });
	await sandbox.seed({ jobs: 60, status: 'COMPLETED' });
	if (withListener)
		await caller.call('POST', '/statusupdates/listeners', {
			uri: 'http://127.0.0.1:9/?a=b%2Cc',
			type: 'REQUEST_STATUS_UPDATED',
			statusCodes: ['REVIEW_TRANSLATION'],
		});
	await sandbox.configure(variants);
}

/** The preset of the report. */
export async function recover(harness: Harness, { variants, withTestJob }: Situation) {
	return await harness.withClient(async (client) => {
		const { findings, look } = await checkUp(client, {
			daysInReview: 7,
			// A doubtful 404 costs a reading of a list, and more of one without an end.
			maxCalls: variants.endlessPages ? 400 : 100,
			tryWithTestJob: withTestJob,
		});
		return { findings, preset: switchesIn(JSON.stringify(look.observed.preset), 'the report') };
	});
}

/** The switches that show, given all others. */
export function visible({ variants, withListener, withTestJob }: Situation): Partial<Variants> {
	const all = { ...defaultVariants(), ...variants };
	const { refuses, emptyList, labelsShown } = all;
	const isAsked = (guess: keyof typeof refuses) => refuses[guess] === undefined;
	const filters = isAsked('filter') && all.honourFilter;
	const hasLinks = ['hal', 'both'].includes(all.pageShape);
	// A foreign link is not followed.
	const isFollowed = !(hasLinks && all.foreignNextLink);
	// The page after the last listener is empty.
	const goesOn = all.endlessPages && isFollowed;
	// A page that leads on has a body.
	if (all.endlessPages && emptyList === 'noContent') all.emptyList = 'omitted';
	const seen: Partial<Record<keyof Variants, boolean>> = {
		datesWithZone: true,
		pageShape: true,
		// Where every page is followed by another one, none is known to be full or the last.
		pageSize: !all.endlessPages,
		collectionCase: true,
		lastPage: !all.endlessPages,
		foreignNextLink: hasLinks,
		repeatNextToken: isFollowed,
		endlessPages: true,
		emptyList: true,
		emptyListeners: (!withListener || goesOn) && emptyList !== 'list',
		statusField: true,
		providerIdField: true,
		providerNameField: true,
		idForm: true,
		fileTypeForm: true,
		contentIdField: true,
		metadataField: true,
		nullMetadata: true,
		archivalDateField: true,
		labelsShape: withTestJob
			? labelsShown !== 'nowhere'
			: labelsShown === 'everywhere' && all.labelsShape === 'asSent',
		labelsShown: withTestJob || labelsShown !== 'nowhere',
		nameForm: withTestJob,
		contentIdsInLists: true,
		unknownFields: true,
		unknownStatus: true,
		errorStatus: true,
		errorField: true,
		aggregateShape: isAsked('aggregateRequests') && all.honourAggregate,
		jobDatesMoveWithRequests: true,
		archiveFields: true,
		honourOrderBy: isAsked('orderBy'),
		honourFilter: isAsked('filter'),
		honourLabelsFilter: filters && isAsked('labelsFilter'),
		honourAggregate: isAsked('aggregateRequests'),
		honourStatusFilter: isAsked('statusFilter'),
		honourIdFilter: isAsked('requestIds'),
		honourCustomData: withTestJob && isAsked('customData'),
		honourConnectorVersion: withTestJob,
		honourInlineContent: withTestJob && isAsked('inlineContent'),
		quotaShape: isAsked('quota'),
		quotas: isAsked('quota') && all.quotaShape !== 'limitAndUsed',
		errorShape: true,
		retrieveShape: true,
		deleteAnswer: withTestJob,
		shortListenerTypes: withListener,
		hideListenerCodes: withListener,
		plainListenerCommas: withListener,
	};
	const hasRequests = isAsked('sourceContent') || isAsked('inlineContent');
	const asked = Object.entries(refuses).filter(
		([guess]) =>
			(guess === 'labelsFilter' ? filters : BY_READING.includes(guess)) ||
			(withTestJob && BY_WRITING.includes(guess) && (guess !== 'patchRequests' || hasRequests)),
	);
	return {
		...(asked.length > 0 ? { refuses: Object.fromEntries(asked) } : {}),
		...Object.fromEntries(Object.entries(all).filter(([name]) => seen[name as keyof Variants])),
	};
}

/** Guesses whose refusal shows. */
export const BY_READING = [
	'filter',
	'orderBy',
	'aggregateRequests',
	'statusFilter',
	'requestIds',
	'getProvider',
	'quota',
];
export const BY_WRITING = ['customData', 'inlineContent', 'sourceContent', 'patchRequests'];

/** Runs a Check-Up, and compares what it recovered with what was configured. */
export async function expectRecovery(harness: Harness, situation: Situation): Promise<void> {
	await furnish(harness, situation);
	const { preset } = await recover(harness, situation);
	const configured = visible(situation);
	const withDefaults = (switches: Partial<Variants>) => ({ ...defaultVariants(), ...switches });
	const recovered = Object.fromEntries(
		Object.keys(configured).map((name) => [name, withDefaults(preset)[name as keyof Variants]]),
	);
	expect({ ...withDefaults(preset), ...recovered }).toEqual(withDefaults(configured));
}

/** Other values than the default, for each switch that can show. */
export const OTHER_VALUES: Array<Partial<Variants>> = [
	{ datesWithZone: false },
	...(['hal', 'token', 'both'] as const).map((pageShape) => ({ pageShape })),
	{ pageSize: 7 },
	...(['camel', 'pascal'] as const).map((collectionCase) => ({ collectionCase })),
	...(['null', 'empty'] as const).map((lastPage) => ({ lastPage })),
	{ pageShape: 'hal', foreignNextLink: true },
	{ repeatNextToken: true },
	{ endlessPages: true },
	...(['omitted', 'noContent'] as const).map((emptyList) => ({ emptyList })),
	{ emptyList: 'omitted', emptyListeners: 'list' },
	{ statusField: 'statusCode' },
	{ providerIdField: 'providerId' },
	{ providerNameField: 'providerName' },
	{ idForm: 'base64url' },
	{ fileTypeForm: 'extension' },
	{ contentIdField: 'sourceContentId' },
	{ metadataField: 'ExtendedMetadata' },
	{ nullMetadata: true },
	{ archivalDateField: 'estimatedArchivalDate' },
	...(['list', 'object'] as const).map((labelsShape) => ({ labelsShape })),
	...(['notInLists', 'nowhere'] as const).map((labelsShown) => ({ labelsShown })),
	...(['escaped', 'collapsed', 'nfc'] as const).map((nameForm) => ({ nameForm })),
	{ contentIdsInLists: false },
	{ unknownFields: true },
	{ unknownStatus: 'AT_WORK' },
	{ errorStatus: 'DELIVERY_FAILED' },
	...(['isError', 'none'] as const).map((errorField) => ({ errorField })),
	...(['list', 'camelCase', 'totals', 'empty', 'emptyList', 'stale'] as const).map(
		(aggregateShape) => ({ aggregateShape }),
	),
	{ jobDatesMoveWithRequests: false },
	{ archiveFields: 'hidden' },
	{ honourOrderBy: false },
	{ honourFilter: false },
	{ honourLabelsFilter: false },
	{ honourAggregate: false },
	{ honourStatusFilter: false },
	{ honourIdFilter: false },
	{ honourCustomData: false },
	{ honourConnectorVersion: false },
	{ honourInlineContent: false },
	...(
		[
			'list',
			'wrappedObject',
			'wrappedList',
			'limitAndUsed',
			'limitAndUsedByName',
			'limitAndUsedList',
		] as const
	).map((quotaShape) => ({ quotaShape })),
	{ quotas: { ...defaultVariants().quotas, MaxReqsPerJob: 77 } },
	...(['numericCode', 'text', 'html', 'empty'] as const).map((errorShape) => ({ errorShape })),
	...(['translationContent', 'object', 'array'] as const).map((retrieveShape) => ({
		retrieveShape,
	})),
	...(['noContent', 'empty'] as const).map((deleteAnswer) => ({ deleteAnswer })),
	{ shortListenerTypes: true },
	{ hideListenerCodes: true },
	{ plainListenerCommas: true },
	...[...BY_READING, 'labelsFilter', ...BY_WRITING].map((guess) => ({ refuses: { [guess]: 400 } })),
];

const REFUSALS = [400, 404, 405, 414, 422, 501];

/** Switches, refusals and what is there, by chance. */
export function combination(random: Random): Situation {
	const chosen = random.some(OTHER_VALUES, 0.2).filter((value) => !('refuses' in value));
	const refused = random.some([...BY_READING, 'labelsFilter', ...BY_WRITING], 0.2);
	return {
		variants: {
			...(Object.assign({}, ...chosen) as Partial<Variants>),
			pageSize: random.pick([7, 20, 50]),
			refuses: Object.fromEntries(refused.map((guess) => [guess, random.pick(REFUSALS)])),
		},
		withListener: random.chance(0.5),
		withTestJob: random.chance(0.7),
	};
}
