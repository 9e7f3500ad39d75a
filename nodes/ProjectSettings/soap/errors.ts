import type { NodeApiError } from 'n8n-workflow';

import { readErrorBody } from '../../http/errorBody';
import { explain, quoteReason, withFullStop, type Wording } from '../../http/errors';
import { NO_HTTPS, retryAfterOf } from '../../http/outcome';
import type { Denied, HttpResponse, Lost, Outcome } from '../../http/types';
import { Fault, isAccessFault, isContractFault } from './fault';
import type { LogonSettings, ServiceSettings } from './settings';
import { asResponseError, SoapResponseError } from './xml/decode';
import type { XmlElement } from './xml/xml';

export const faultIn = ({ response }: Outcome): Fault | undefined =>
	response?.body instanceof Fault ? response.body : undefined;

const statusOf = ({ response, denied }: Outcome) => response?.status ?? denied?.status;

/** True if the service refused the caller rather than the request. */
export function isAboutAccess(outcome: Outcome): boolean {
	const status = statusOf(outcome);
	const fault = faultIn(outcome);
	return status === 401 || status === 403 || (fault !== undefined && isAccessFault(fault));
}

export const isAnswered = (
	outcome: Outcome,
): outcome is { response: HttpResponse & { body: XmlElement } } =>
	outcome.response?.status === 200 && !faultIn(outcome);

const UNREADABLE = 'UNREADABLE_ANSWER';

/** The service answered, and nobody can tell what it did. */
export function unreadable(error: unknown): Outcome {
	const { message, advice } = asResponseError(error);
	return { lost: { code: UNREADABLE, message, advice, neverSent: false } };
}

/** An answer that cannot be read, or a redirect. */
function problemIn({ response, lost }: Outcome): Seen['problem'] {
	if (response?.body instanceof SoapResponseError) return response.body;
	return lost?.code === UNREADABLE ? lost : undefined;
}

/** What can be told from an outcome. */
interface Seen {
	outcome: Outcome;
	settings: ServiceSettings;
	fault?: Fault;
	problem?: { message: string; advice?: string };
	/** Of a response without a fault. */
	status: number;
	/** What that response says. */
	said: string;
}

type Row = readonly [
	is: (seen: Seen) => boolean,
	cause: NonNullable<NodeApiError['failure']>['cause'] | undefined,
	say: (seen: Seen) => readonly [what: string, next: string],
];

const LOGIN_HINT = 'Check the authentication settings of the credential.';

const quote = ({ said, status }: Seen) => quoteReason(said, status);

/** What the service says, in its words, and what to do about it. */
const faultRow = (
	is: (fault: Fault, outcome: Outcome) => boolean,
	cause: Row[1],
	next: (settings: ServiceSettings) => string,
): Row => [
	({ fault, outcome }) => fault !== undefined && is(fault, outcome),
	cause,
	({ fault, settings }) => {
		const { code, reason, detail } = fault!;
		const said = [
			detail === '' ? '' : `Details: ${withFullStop(detail)}`,
			code === '' ? '' : `Fault code: ${withFullStop(code)}`,
		];
		return [
			` was refused: ${reason || detail || code || 'the service gave no reason'}`,
			[...said, next(settings)].filter(Boolean).join(' '),
		];
	},
];

/** The first row that fits says what happened. Without one, it is worded as for any service. */
const ROWS: readonly Row[] = [
	faultRow(isContractFault, undefined, wrongNamespace),
	faultRow(
		(_, outcome) => isAboutAccess(outcome),
		'credential-invalid',
		() => LOGIN_HINT,
	),
	faultRow(
		() => true,
		undefined,
		() => 'Correct what the service names in the fields of this node, and run it again.',
	),
	[
		({ problem, outcome }) => problem !== undefined && outcome.lost !== undefined,
		'temporarily-unavailable',
		sayProblem,
	],
	[({ problem }) => problem !== undefined, 'configuration-invalid', sayProblem],
	[
		({ outcome: { lost } }) => lost !== undefined && lost.code !== NO_HTTPS,
		'temporarily-unavailable',
		({ outcome }) => {
			const lost = outcome.lost!;
			return [
				`: ${lost.code === 'BROKEN_ANSWER' ? 'the answer broke off' : 'no answer from the service'}`,
				`Check Service URL in the credential and the network between n8n and the service. ${withFullStop(describeLost(lost))}`,
			];
		},
	],
	[
		({ status }) => status === 401 || status === 403,
		'credential-invalid',
		(seen) => [': the service does not accept the login', `${LOGIN_HINT} ${quote(seen)}`],
	],
	[
		({ status }) => status === 404 || status === 405 || status === 410,
		'configuration-invalid',
		(seen) => [
			`: there is no SOAP service at ${seen.settings.url}`,
			`Check Service URL in the credential. ${quote(seen)}`,
		],
	],
	[
		({ status }) => status === 429,
		'rate-limited',
		(seen) => [
			': the service is receiving too many requests',
			`Run fewer items at once, or later. ${quote(seen)}`,
		],
	],
	[
		({ status }) => status > 0 && status < 500,
		undefined,
		({ said, status }) => [
			` was refused: ${said || `HTTP ${status}`}`,
			'Check the fields of this node and the credential.',
		],
	],
];

function describeLost({ code, message }: Lost): string {
	return code && message && !message.includes(code) ? `${code}: ${message}` : message || code;
}

function wrongNamespace({ namespace }: ServiceSettings): string {
	const slash = namespace.endsWith('/')
		? ' It ends with a trailing slash: remove that if the service has none.'
		: '';
	return `The call used the namespace "${namespace}"; compare it with the target namespace of the service.${slash}`;
}

function sayProblem({ problem }: Seen): readonly [string, string] {
	const { message, advice = '' } = problem!;
	return [`: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, advice];
}

/** What differs from other services in the errors for people. */
export function wordingFor(settings: ServiceSettings): Wording {
	return {
		address: 'Service URL',
		explain(outcome, operation) {
			const fault = faultIn(outcome);
			const { status = 0, headers, body } = (fault ? undefined : outcome.response) ?? {};
			const problem = problemIn(outcome);
			const said = problem ? '' : readErrorBody(body);
			const seen: Seen = { outcome, settings, fault, problem, status, said };
			const row = ROWS.find(([is]) => is(seen));
			if (!row) return undefined;
			const [, cause, say] = row;
			const [what, description] = say(seen);
			const retryAfterMs = status === 429 ? retryAfterOf(headers) : undefined;
			return {
				message: operation + what,
				description,
				...(cause ? { failure: { cause, retryAfterMs } } : {}),
			};
		},
	};
}

const WORKAROUND =
	'To do without the description, set Service Description in the options of this node to Ignore and enter the fields as pairs or JSON.';

/** Without the WSDL nothing is sent: fields in the wrong order could clear a setting. */
export function descriptionWordingFor(settings: ServiceSettings): Wording {
	const wording = wordingFor(settings);
	return {
		...wording,
		explain(outcome, what) {
			if (!outcome.response && !problemIn(outcome)) return wording.explain(outcome, what);
			const explained = explain(outcome, what, wording);
			return { ...explained, description: `${explained.description} ${WORKAROUND}` };
		},
	};
}

const CHECK_LOGON =
	'Check the user name, the password and the logon settings of the credential. Nodes log on again after a minute.';

/** Why a logon gave no ticket. */
export function denialOf(
	outcome: Outcome,
	{ operation, resultField, url }: LogonSettings,
	settings: ServiceSettings,
): Denied {
	if (isAnswered(outcome))
		return {
			message: `The answer to ${operation} contains no ticket`,
			hint: `It has no element "${resultField}" with text. Correct 'Ticket Field in the Logon Answer' in the credential.`,
			temporary: false,
		};
	const wording = { ...wordingFor({ ...settings, url }), address: 'Logon URL' };
	const { message, description, failure } = explain(outcome, operation, wording);
	const cause = failure?.cause;
	return {
		message,
		hint: faultIn(outcome)
			? CHECK_LOGON
			: `${description} If the credential has a Logon URL, check that one.`,
		status: statusOf(outcome),
		retryAfterMs: failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined,
		temporary: cause === 'temporarily-unavailable' || cause === 'rate-limited',
	};
}
