/**
 * Lets the service quote every secret it knows, in every answer of every call, and looks for them
 * in all that people see besides the data. The calls are those of the matrix, which has every
 * operation and trigger, and those of the editor.
 */
import { CredentialTestContext } from 'n8n-core';
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { PATHS } from '../../../nodes/api/wire';
import type { LogEntry } from '../../../sandbox/calls/log';
import type { Fault, FaultAction } from '../../../sandbox/faults/faults';
import { operationOf, SCENARIOS } from '../../matrix/scenarios';
import { stopWebhooks } from '../../matrix/scenarios/trigger';
import { readFailure } from '../../matrix/support/failure';
import { operation, type Scenario } from '../../matrix/support/scenario';
import { deliveredJob } from '../../matrix/support/service';
import { NODES, type Outcome, SOAP_PASSWORD, Stage } from '../../matrix/support/stage';
import { type Call, callsOf, nameOf } from '../../matrix/support/troubles';
import { editorContext, nodeInEditor } from '../../support/editorContext';
import { byId } from '../../support/harness';

const S = '{secrets}';
const ERROR = {
	code: S,
	message: `Quoted: ${S}`,
	error: { code: S, message: S },
	error_description: S,
	detail: S,
	title: S,
	errors: [{ code: S, message: S }],
	[S]: S,
};
const FAULT = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${S}</faultcode><faultstring>Quoted: ${S}</faultstring><detail><Reason>${S}</Reason></detail></s:Fault></s:Body></s:Envelope>`;
const PAGE = `<!DOCTYPE html><html><head><title>${S}</title></head><body>${S}</body></html>`;
const HEADERS = {
	'WWW-Authenticate': `Bearer error="${S}"`,
	'Content-Disposition': `attachment; filename="${S}.txt"`,
	'Retry-After': S,
	'X-Request-Id': S,
};
const XML = { 'Content-Type': 'text/xml' };
const HTML = { 'Content-Type': 'text/html' };

const inWords = ({ origin }: Call) =>
	origin === 'soap'
		? { body: FAULT, headers: { ...HEADERS, ...XML } }
		: { body: ERROR, headers: HEADERS };

type Form = (call: Call) => FaultAction;

/** How an answer quotes. */
const FORMS: Record<string, Form> = {
	'an error with 400': (call) => ({ status: 400, ...inWords(call) }),
	'an error with 200': (call) => ({ status: 200, ...inWords(call) }),
	'all texts of its answer': () => ({}),
	'the names and texts of its answer': () => ({ keepsIds: true }),
};
/** They lead to the same texts by other ways. */
const OTHER_FORMS: Record<string, Form> = {
	'an error with 401': (call) => ({ status: 401, ...inWords(call) }),
	'an error with 503': (call) => ({ status: 503, ...inWords(call) }),
	'a text with 422': () => ({
		status: 422,
		body: S,
		headers: { ...HEADERS, 'Content-Type': `text/${S}` },
	}),
	'a page with 403': () => ({ status: 403, body: PAGE, headers: { ...HEADERS, ...HTML } }),
	'a page with 200': () => ({ status: 200, body: PAGE, headers: HTML }),
	'a redirect': () => ({
		status: 302,
		body: '',
		headers: { ...HEADERS, Location: `https://${S}.example.com/${S}?key=${S}#${S}` },
	}),
};
const ALL_FORMS = { ...FORMS, ...OTHER_FORMS };
const FOR_EVER = 1_000;
const SPELLINGS = ['plain', 'address', 'html', 'json', 'base64'] as const;

const seenMethods = new Set<Method>();

/** What the editor asks for, by node and method. */
function editorScenarios(node: INodeType): Record<string, Scenario> {
	const { methods = {}, description } = node;
	const scenarios: Record<string, Scenario> = {};
	for (const [kind, named] of Object.entries(methods))
		for (const [name, method] of Object.entries(named as Record<string, Method>)) {
			// Nodes share most of them.
			if (seenMethods.has(method)) continue;
			seenMethods.add(method);
			scenarios[`editor/${name} of ${description.name}`] = {
				prepare: async (stage) => {
					const { jobId } = await deliveredJob(stage);
					const work =
						kind === 'credentialTest'
							? async () => await method.call(new CredentialTestContext(), stage.credentialOf(node))
							: async () => await method.call(editorOf(stage, node, jobId));
					return { run: async () => await outcomeOf(work) };
				},
			};
		}
	return scenarios;
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;

function editorOf(stage: Stage, { description: { name } }: INodeType, jobId: string) {
	const { type, id } = stage.credentialOf({ description: { name } });
	const parameters: INodeParameters =
		name === 'projectSettings'
			? { resource: 'analysisCode', operation: 'getAll' }
			: {
					resource: 'job',
					operation: 'send',
					providerId: byId('metadata'),
					jobId: byId(jobId),
				};
	return editorContext(stage.engine, nodeInEditor(name, parameters, { type, id }));
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
	try {
		const result = await work();
		const isTest = typeof result === 'object' && result !== null && 'status' in result;
		return isTest ? { items: [], notices: JSON.stringify(result) } : { items: [result] };
	} catch (error) {
		return { items: [], failure: readFailure(error) };
	}
}

const ALL: Record<string, Scenario> = {
	...Object.assign({}, ...Object.values(SCENARIOS)),
	'connection/checkUp, the report': operation(() => ({
		parameters: { options: { return: 'report' } },
	})).of('connection', 'checkUp'),
	...Object.assign({}, ...NODES.map(editorScenarios)),
};

/** Defines one test for each scenario. */
export function plantSecrets({ everywhere }: { everywhere: boolean }): void {
	let stage: Stage;
	const paths = new Set<string>();
	const chosen = chooseForms(everywhere);
	let turn = 0;
	beforeAll(async () => {
		stage = await Stage.start();
	});
	afterAll(async () => {
		await stopWebhooks();
		await stage.stop();
	});

	it.each(Object.entries(ALL))('%s', async (name, scenario) => {
		const { log } = await perform(stage, scenario);
		for (const { path } of log) paths.add(path);
		const problems: string[] = [];
		for (const call of callsOf(log)) {
			const { origin, method, path, before } = call;
			const leaks = origin === 'soap' ? [SOAP_PASSWORD] : [stage.sandbox.clientSecret];
			const match = { origin, method, path, skip: before, times: FOR_EVER, leaks };
			for (const form of chosen(name, call)) {
				const spelling = SPELLINGS[turn++ % SPELLINGS.length]!;
				const fault = { ...match, spelling, ...ALL_FORMS[form]!(call) };
				const { seen } = await perform(stage, scenario, fault);
				const leaked = found(stage, seen).map((text) => `${form} (${spelling}): ${text}`);
				problems.push(...leaked.map((text) => `${nameOf(call)} · ${text}`));
			}
		}
		expect(problems).toEqual([]);
	});

	it('every path of the service was called', () => {
		const missing = Object.values(PATHS).filter((path) => {
			const text = typeof path === 'string' ? path : path('ID', 'ID');
			const pattern = new RegExp(`^/v2${text.replaceAll('ID', '[^/]+')}$`);
			return ![...paths].some((made) => pattern.test(made));
		});
		expect(missing.map(String)).toEqual([]);
	});
}

/**
 * Every kind of call quotes in the main forms, and in one of the others. In other operations, a
 * call that changes something quotes in one form. `everywhere`: every kind of call, and every call
 * that changes something, in every form; other calls in one.
 */
function chooseForms(everywhere: boolean): (scenario: string, call: Call) => string[] {
	const [main, others, all] = [FORMS, OTHER_FORMS, ALL_FORMS].map(Object.keys) as [
		string[],
		string[],
		string[],
	];
	const met = new Set<string>();
	let turn = 0;
	const next = (names: string[]) => names[turn++ % names.length]!;
	const isNew = (what: string) => !met.has(what) && met.add(what);
	return (scenario, call) => {
		const { origin, method, path } = call;
		const kind = `${origin} ${method} ${path}`;
		const isChange = method !== 'GET' && origin !== 'auth';
		if (everywhere) return isNew(kind) || isChange ? all : [next(all)];
		if (isNew(kind)) return [...main, next(others)];
		return isChange && isNew(`${operationOf(scenario)} ${kind}`) ? [next(all)] : [];
	};
}

async function perform(
	stage: Stage,
	scenario: Scenario,
	fault?: Fault,
): Promise<{ seen: string; log: LogEntry[] }> {
	const { sandbox, engine } = stage;
	await stage.fresh();
	await stage.askForTickets();
	const act = await scenario.prepare(stage);
	await sandbox.clearLog();
	if (fault) await sandbox.fault(fault);
	const { items, failure, notices } = await act.run();
	const log = fault ? [] : await sandbox.log();
	if (fault) await sandbox.clearFaults();
	// What comes with a success is the service's data.
	const isData = fault !== undefined && (fault.status ?? 200) < 300;
	const seen = [
		JSON.stringify(isData ? notesOf(items) : items),
		failure?.whole,
		notices,
		JSON.stringify(engine.logs),
	];
	return { seen: seen.join('\n'), log };
}

/** What an operation says about its work beside the data. */
const notesOf = (items: unknown[]) =>
	(items as Array<{ json?: Record<string, unknown> }>).map(({ json = {} }) => [
		json.notFetched,
		json.refused,
		json.finding,
		json.advice,
		json.markdown,
	]);

/** Each secret that is shown, in any spelling, with the text before it. */
const found = ({ sandbox }: Stage, seen: string): string[] =>
	[
		sandbox.clientSecret,
		'sbx-token-',
		'sbx-sas-',
		'sbx-sig-',
		'sbx-link-',
		SOAP_PASSWORD,
		'sbx-ticket-',
	].flatMap((secret) =>
		[seen, decoded(seen)].flatMap((text) => {
			const at = text.indexOf(secret);
			return at < 0 ? [] : [text.slice(Math.max(0, at - 200), at + secret.length)];
		}),
	);

const decoded = (text: string): string =>
	text
		.replace(/(?:%|&#x|\\+u00)([0-9a-f]{2});?/gi, (_, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		)
		.replace(/[\w+/]{16,}/g, (word) => `${word} ${Buffer.from(word, 'base64').toString('latin1')}`);
