/**
 * Every parameter of every node, and what an expression may give it. `run` runs the node on a fake
 * context with one odd value, until it sends something.
 */
import { inspect } from 'node:util';
import type {
	ICredentialType,
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
	NodeOperationError,
	NodeParameterValueType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { TranslationJobsApi } from '../../../credentials/TranslationJobsApi.credentials';
import { TranslationProjectSettingsApi } from '../../../credentials/TranslationProjectSettingsApi.credentials';
import { openForm, readIfGiven } from '../../../nodes/form/parameters';
import { ProjectSettings } from '../../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const DATE = new Date('2027-01-31T12:00:00Z');

export const ODD_VALUES: readonly unknown[] = [
	...[undefined, null, '', '   '],
	...['abc', '45s', '1,5', '30', ' 30 ', '1e3', 'undefined', '[object Object]', '{"a": 1}'],
	...[30, 0, -1, 1.5, Number.NaN, Infinity],
	...[true, false, ' TRUE ', 'false'],
	...[[], [''], ['a', 'b'], {}, { a: 1 }, [{ a: 1 }], DATE],
];

const ODD = '={{ $json.odd }}';

export interface Parameter {
	/** For the name of the test: "job send, options.maxWords". */
	where: string;
	type: INodeType;
	/** From the outermost group to the field itself. */
	path: INodeProperties[];
	field: INodeProperties;
	parameters: INodeParameters;
	credentials: IDataObject;
	/** What the run gets: all that a person would have entered beside the field. */
	isTool: boolean;
	isCredential: boolean;
}

const byId = (value: string) => ({ __rl: true as const, mode: 'id', value });

const VALID: Record<string, NodeParameterValueType> = {
	jobId: byId('job-1'),
	requestId: byId('request-1'),
	requestIds: byId('request-1'),
	providerId: byId('provider-1'),
	listenerId: byId('listener-1'),
	sourceLanguage: 'en-us',
	targetLanguage: 'de-de',
	targetLanguages: ['de-de'],
	language: 'de-de',
	jobName: 'Job',
	requestName: 'Request',
	fmsFileId: 'file-1',
	sourceContentId: 'content-1',
	supportAssetId: 'asset-1',
	tmUpdateId: 'memory-1',
	updateIds: 'update-1',
	uri: 'https://n8n.example.com/hook',
	path: '/providers',
	fieldsToTranslate: 'title',
	specifyFields: 'json',
	translate: 'content',
	content: { pair: [{ key: 'title', value: 'Hello' }] },
	contentJson: '{"title": "Hello"}',
};
/** Update operations need a change. */
const CHANGE: Record<string, INodeParameters> = {
	'job update': { poReference: 'PO' },
	'request update': { sourceNativeId: 's' },
	'request updateMany': { sourceNativeId: 's' },
	'listener update': { uri: 'https://n8n.example.com/hook' },
};
const TEXT_FILE = { data: 'SGVsbG8=', mimeType: 'text/plain', fileName: 'a.txt' };
const LOCALE_FILE = {
	data: Buffer.from('{"title": "Hello"}').toString('base64'),
	mimeType: 'application/json',
	fileName: 'a.json',
};
/** What a field needs beside it, in its group. */
const BESIDE: Record<string, INodeParameters> = {
	maxCost: { rates: { rate: [{ language: '*', perWord: 1 }] } },
	currency: { rates: { rate: [{ language: '*', perWord: 1 }] } },
	knownTranslations: { sourceNativeId: 's' },
	translatedFiles: { sourceNativeId: 's', knownTranslations: '' },
	takeOver: { sourceNativeId: 's' },
};
const ROWS: Record<string, INodeParameters> = {
	content: { key: 'title', value: 'Hello' },
	labels: { name: 'a', value: 'b' },
	languageMapping: { from: 'de', to: 'de-de', skip: false },
	maxLengths: { path: '*', characters: 10 },
	rates: { language: '*', perWord: 1, perRepeatedWord: '', minimum: 0 },
	sort: { field: 'createdDate', direction: 'desc' },
};
const PAIR: INodeParameters = { name: 'a', value: 'b' };
const LOGIN = { username: 'u', password: 'p' };

const CREDENTIALS: Record<string, IDataObject> = {
	translationJobsApi: {
		environment: 'staging',
		baseUrl: 'https://service.example.com/v2',
		authUrl: 'https://login.example.com',
		clientId: 'id',
		clientSecret: 'a secret of the client',
		accessToken: '',
		requestsPerSecond: 1_000_000,
	},
	translationProjectSettingsApi: {
		serviceUrl: 'https://settings.example.com/Service.svc',
		namespace: 'http://tempuri.org/',
		authentication: 'none',
	},
};

const isFilledIn = ({ type, noDataExpression }: INodeProperties): boolean =>
	!['notice', 'hidden', 'collection', 'fixedCollection'].includes(type) && !noDataExpression;

/** The field, or the fields of a group, with the groups around them. */
function pathsOf(field: INodeProperties, outer: INodeProperties[] = []): INodeProperties[][] {
	const path = [...outer, field];
	if (field.type === 'collection')
		return (field.options as INodeProperties[]).flatMap((inner) => pathsOf(inner, path));
	if (field.type === 'fixedCollection')
		return (field.options as INodePropertyCollection[]).flatMap(({ values }) =>
			values.flatMap((inner) => pathsOf(inner, path)),
		);
	return isFilledIn(field) ? [path] : [];
}

function entered(
	[field, ...inner]: INodeProperties[],
	group: INodeParameters = {},
): INodeParameters {
	const { name, type } = field!;
	const value = (): NodeParameterValueType => {
		if (inner.length === 0) return type === 'resourceLocator' ? byId(ODD) : ODD;
		if (type === 'collection') return entered(inner, BESIDE[inner[0]!.name]);
		const [rows] = field!.options as INodePropertyCollection[];
		const row = entered(inner, ROWS[name] ?? PAIR);
		return { [rows!.name]: field!.typeOptions?.multipleValues ? [row] : row };
	};
	return { ...group, [name]: value() };
}

/** What has to be chosen so that the form shows the field. */
function choicesFor(path: readonly INodeProperties[]): INodeParameters {
	const choices: INodeParameters = {};
	for (const { displayOptions: { show = {} } = {} } of path) {
		for (const [name, values] of Object.entries(show))
			if (!['resource', 'operation', '/operation', '@tool'].includes(name))
				choices[name.replace('/', '')] = values![0] as string;
	}
	return choices;
}

const isShownTo = (field: INodeProperties, resource: string, operation: string): boolean => {
	const { show = {} } = field.displayOptions ?? {};
	const operations = show['/operation'] ?? show.operation;
	return (show.resource?.includes(resource) ?? true) && (operations?.includes(operation) ?? true);
};

function parametersOf(type: INodeType, resource = '', operation = ''): Parameter[] {
	const { properties, displayName, credentials: [credential] = [] } = type.description;
	const own = resource
		? properties.filter(
				({ displayOptions: { show } = {} }) =>
					show?.resource?.includes(resource) && show.operation?.includes(operation),
			)
		: properties;
	const where = `${resource || displayName} ${operation}`.trim();
	return own
		.flatMap((field) => pathsOf(field))
		.filter((path) => path.every((field) => isShownTo(field, resource, operation)))
		.map((path) => {
			const chosen: INodeParameters = {
				...VALID,
				...(resource ? { resource, operation } : {}),
				...(CHANGE[where] ? { updateFields: CHANGE[where] } : {}),
				...choicesFor(path),
			};
			const field = path.at(-1)!;
			const odd = entered(path);
			const [group] = Object.keys(odd);
			const change = group === 'updateFields' ? CHANGE[where] : {};
			const inner = odd[group!];
			const parameters = {
				...chosen,
				[group!]:
					path.length > 1 && path[0]!.type === 'collection'
						? { ...change, ...(inner as INodeParameters) }
						: inner,
			} as INodeParameters;
			return {
				where: `${where}, ${path.map(({ name }) => name).join('.')}${variantOf(path)}`,
				type,
				path,
				field,
				parameters,
				credentials: CREDENTIALS[credential!.name]!,
				isTool: path.some(({ displayOptions }) => displayOptions?.show?.['@tool']?.[0] === true),
				isCredential: false,
			};
		});
}

const variantOf = (path: readonly INodeProperties[]): string => {
	const choices = Object.entries(choicesFor(path)).map(
		([name, value]) => `${name}=${String(value)}`,
	);
	return choices.length > 0 ? ` (${choices.join(' ')})` : '';
};

function operationsOf(type: INodeType): Array<[resource: string, operation: string]> {
	return type.description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as Array<{ value: string }>).map(({ value }): [string, string] => [
				displayOptions!.show!.resource![0] as string,
				value,
			]),
		);
}

const NODES: INodeType[] = [new TranslationJobs(), new ProjectSettings()];

function credentialParameters(
	credential: ICredentialType,
	type: INodeType,
	[resource, operation]: [string, string],
): Parameter[] {
	return credential.properties.filter(isFilledIn).map((field) => ({
		where: `${credential.name}, ${field.name}${variantOf([field])}`,
		type,
		path: [field],
		field,
		parameters: { ...VALID, resource, operation },
		credentials: {
			...CREDENTIALS[credential.name],
			...LOGIN,
			headerName: 'X-Key',
			ticketSecret: 't',
			ticketSource: 'logon',
			...choicesFor([field]),
			[field.name]: ODD,
		},
		isTool: false,
		isCredential: true,
	}));
}

export const PARAMETERS: Parameter[] = [
	...NODES.flatMap((type) =>
		operationsOf(type).flatMap(([resource, operation]) => parametersOf(type, resource, operation)),
	),
	...(TRIGGERS as INodeType[]).flatMap((type) => parametersOf(type)),
	...credentialParameters(new TranslationJobsApi(), NODES[0]!, ['job', 'get']),
	...credentialParameters(new TranslationProjectSettingsApi(), NODES[1]!, ['analysisCode', 'set']),
];

export interface Outcome {
	/** Message and description of the error, if nothing was sent. */
	refused?: string;
	/** To which the error points. */
	item?: number;
	/** What was sent first, or what came out. */
	first: string;
	isSilent: boolean;
}

function withOdd(stored: unknown, odd: unknown): unknown {
	if (stored === ODD) return odd;
	if (Array.isArray(stored)) return stored.map((each) => withOdd(each, odd));
	if (typeof stored !== 'object' || stored === null) return stored;
	if (stored instanceof Date) return stored;
	return Object.fromEntries(
		Object.entries(stored).map(([name, value]) => [name, withOdd(value, odd)]),
	);
}

/** n8n fills in what is not entered, and drops what the form does not show. */
const kept = new Map<Parameter, INodeParameters>();
function storedIn(parameter: Parameter): INodeParameters {
	const { type, isTool, parameters } = parameter;
	const known = kept.get(parameter);
	if (known) return known;
	const { description } = type;
	const { resource, operation } = parameters as Record<string, string | undefined>;
	// Those of other operations would only take time.
	const shown = description.properties.filter(
		(field) => !resource || isShownTo(field, resource, operation!),
	);
	const stored = {
		...NodeHelpers.getNodeParameters(
			shown,
			parameters,
			true,
			false,
			{ typeVersion: 1 },
			description,
		),
		...(isTool ? parameters : {}),
	};
	kept.set(parameter, stored);
	return stored;
}

/** What the form makes of the value, without a run. */
export function read(parameter: Parameter, odd: unknown): unknown {
	const { path } = parameter;
	const stored = storedIn(parameter);
	const outer = path[0]!;
	const context = {
		getNode: () => ({ parameters: stored }),
		getNodeParameter: () => withOdd(stored[outer.name], odd),
	} as never;
	openForm(context, [outer]);
	return path.slice(1).reduce<unknown>(
		(value, field, index) => {
			// What is in a group inside a group reads as if it were outside.
			if (field.type === 'collection') return value;
			const isRow = path[index]!.type === 'fixedCollection';
			const [row] = isRow ? [Object.values(value as object)[0]].flat() : [value];
			return (row as IDataObject)[field.name];
		},
		readIfGiven(context, outer.name, 0),
	);
}

/** Nodes of one service wait for each other's calls, which never end here. */
let runs = 0;
const OF_RUN = /-run\d+\./g;
const ofRun = (credentials: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(credentials).map(([name, value]) => [
			name,
			typeof value === 'string' ? value.replace('.example.', `-run${runs}.example.`) : value,
		]),
	);

/** The run ends as soon as it sends anything. */
export async function run(parameter: Parameter, odd: unknown): Promise<Outcome> {
	const { type, isTool } = parameter;
	const { description } = type;
	runs += 1;
	let call: IDataObject | undefined;
	let sent = () => {};
	let end = () => {};
	const over = new AbortController();
	const firstCall = new Promise<void>((resolve) => (sent = resolve));
	const send = async (...request: unknown[]): Promise<never> => {
		const { method, url, body, qs } = request.find(
			(each) => typeof each === 'object',
		) as IDataObject;
		call ??= { method, url, body, qs };
		sent();
		return await new Promise<never>((_, reject) => {
			end = () => reject(new Error('The run is over'));
		});
	};
	const stored = storedIn(parameter);
	const node = {
		id: `node ${runs}`,
		name: 'Node',
		type: `n8n-nodes-translation-jobs.${description.name}${isTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: stored,
		credentials: Object.fromEntries(
			(description.credentials ?? []).map(({ name }) => [name, { id: '1', name }]),
		),
	};
	const item = {
		json: { title: 'Hello' },
		binary: { data: stored.translate === 'fileTexts' ? LOCALE_FILE : TEXT_FILE },
	};
	const valueOf = (name: string, fallback: unknown, options?: IDataObject) => {
		const found = name
			.split('.')
			.reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], stored);
		const value = withOdd(found === undefined ? fallback : found, odd);
		return options?.extractValue && typeof value === 'object' && value !== null && 'mode' in value
			? (value as unknown as { value: unknown }).value
			: value;
	};
	const context = {
		getNodeParameter: description.group.includes('trigger')
			? valueOf
			: (name: string, _item: number, fallback: unknown, options?: IDataObject) =>
					valueOf(name, fallback, options),
		getNode: () => node,
		getInputData: () => [item],
		getCredentials: async () => withOdd(ofRun(parameter.credentials), odd),
		getWorkflow: () => ({ id: `workflow ${runs}`, name: 'Workflow', active: true }),
		getWorkflowStaticData: () => ({}),
		getWorkflowDataProxy: () => ({}),
		getNodeWebhookUrl: () => `https://n8n.example.com/webhook/${runs}/webhook`,
		getWebhookName: () => 'default',
		getInstanceId: () => 'instance',
		getExecutionId: () => '1',
		getExecutionCancelSignal: () => over.signal,
		getActivationMode: () => 'activate',
		getMode: () => 'trigger',
		getTimezone: () => 'Europe/Berlin',
		getParentNodes: () => [],
		continueOnFail: () => false,
		addExecutionHints: () => {},
		logger: { debug() {}, info() {}, warn() {}, error() {} },
		helpers: {
			httpRequest: send,
			httpRequestWithAuthentication: send,
			returnJsonArray: (json: IDataObject | IDataObject[]) =>
				[json].flat().map((each) => ({ json: each })),
			assertBinaryData: (_item: number, file: unknown) =>
				typeof file === 'string' ? item.binary.data : file,
		},
	};
	const outputs: unknown[] = [];
	const failure = await Promise.race([
		firstCall,
		runOn(type, context as never).then(
			(output) => void outputs.push(output),
			(error: unknown) => error as Partial<NodeOperationError>,
		),
	]);
	// Another run may wait for the same answer.
	over.abort();
	end();
	return {
		...(failure && !call ? refusalOf(failure) : {}),
		first: inspect(call ?? outputs, { depth: 9, breakLength: Infinity }).replaceAll(OF_RUN, '.'),
		isSilent: !call && !failure && outputs.flat(3).length === 0,
	};
}

function refusalOf(error: Partial<NodeOperationError>): Pick<Outcome, 'refused' | 'item'> {
	const { message, description, context } = error;
	const told = `${message} ${description ?? ''}`.replaceAll(/\s/g, ' ');
	const inText = /\bitem (\d+)/i.exec(told)?.[1];
	const item = (context?.itemIndex as number | undefined) ?? (inText && Number(inText));
	return { refused: told, ...(typeof item === 'number' ? { item } : {}) };
}

async function runOn(type: INodeType, context: never): Promise<unknown> {
	if (type.execute) return await type.execute.call(context);
	if (type.poll) return await type.poll.call(context);
	return await type.webhookMethods!.default!.create.call(context);
}
