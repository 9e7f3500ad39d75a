import { readErrorBody } from '../../http/errorBody';
import { type Explanation, originOf, quoteReason } from '../../http/errors';
import { checkPort, NO_HTTPS } from '../../http/outcome';
import { retryAfterOf } from '../../http/retryAfter';
import type { HttpResponse, Outcome } from '../../http/types';
import { type CallResult, describeLost, isAboutAccess } from './call';
import { type Fault, isContractFault } from './fault';
import type { ServiceSettings } from './settings';

/** Explains failed calls to people: what happened, and what to do next. */

const LOGIN_HINT = 'Check the authentication settings of the credential.';

export function explainResult(
	result: CallResult,
	operation: string,
	settings: ServiceSettings,
): Explanation {
	const { fault, unreadable, misdirected, outcome } = result;
	if (fault) return explainFault(fault, operation, settings, isAboutAccess(result));
	const problem = unreadable ?? misdirected;
	if (problem) {
		const failure = {
			cause: unreadable ? ('temporarily-unavailable' as const) : ('configuration-invalid' as const),
		};
		return {
			message: `${operation}: ${lowerFirst(problem.message)}`,
			description: problem.advice,
			failure,
		};
	}
	return explainOutcome(
		outcome ?? { lost: { code: 'NO_ANSWER', message: '', neverSent: false } },
		operation,
		settings,
	);
}

const READING = 'Reading the service description';
const WORKAROUND =
	'To do without the description, set Service Description in the options of this node to Ignore and enter the fields as pairs or JSON.';

/** Without the WSDL nothing is sent: fields in the wrong order could clear a setting. */
export function explainNoDescription(result: CallResult, settings: ServiceSettings): Explanation {
	const explained = explainResult(result, READING, settings);
	if (result.outcome && !result.outcome.response) return explained;
	return { ...explained, description: `${explained.description} ${WORKAROUND}` };
}

function explainFault(
	fault: Fault,
	operation: string,
	settings: ServiceSettings,
	isAccess: boolean,
): Explanation {
	const { code, reason, detail } = fault;
	const said = [
		detail === '' ? '' : `Details: ${withFullStop(detail)}`,
		code === '' ? '' : `Fault code: ${withFullStop(code)}`,
	];
	return {
		message: `${operation} was refused: ${reason || detail || code || 'the service gave no reason'}`,
		description: [...said, faultHint(fault, settings, isAccess)].filter(Boolean).join(' '),
		...(isAccess ? { failure: { cause: 'credential-invalid' as const } } : {}),
	};
}

function faultHint(fault: Fault, { namespace }: ServiceSettings, isAccess: boolean): string {
	if (isContractFault(fault)) {
		const slash = namespace.endsWith('/')
			? ' It ends with a trailing slash: remove that if the service has none.'
			: '';
		return `The call used the namespace "${namespace}"; compare it with the target namespace of the service.${slash}`;
	}
	return isAccess ? LOGIN_HINT : 'Check the fields of this node against the message above.';
}

function explainOutcome(
	outcome: Outcome,
	operation: string,
	{ url }: ServiceSettings,
): Explanation {
	if (outcome.response) return explainResponse(outcome.response, operation, url);
	if (outcome.lost?.code === NO_HTTPS) {
		return {
			message: `${operation}: this address does not speak https`,
			description: `${checkPort('Service URL of the credential')} Nothing was sent.`,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	if (outcome.lost) {
		const what =
			outcome.lost.code === 'BROKEN_ANSWER' ? 'the answer broke off' : 'no answer from the service';
		return {
			message: `${operation}: ${what}`,
			description: `Check Service URL in the credential and the network between n8n and the service. ${withFullStop(describeLost(outcome.lost))}`,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	const { message, hint, temporary } = outcome.denied;
	return {
		message,
		description: hint,
		failure: { cause: temporary ? 'temporarily-unavailable' : 'credential-invalid' },
	};
}

function explainResponse(
	{ status, headers, body }: HttpResponse,
	operation: string,
	url: string,
): Explanation {
	const said = readErrorBody(body);
	const quoted = quoteReason(said && withFullStop(said), status);
	const retryAfterMs = retryAfterOf(headers);
	if (status >= 300 && status < 400) {
		return {
			message: `${operation}: the call was redirected to ${originOf(headers.location)}`,
			description:
				'This looks like a gateway or a sign-in page in front of the service. Check Service URL in the credential.',
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (status === 401 || status === 403) {
		return {
			message: `${operation}: the service does not accept the login`,
			description: `${LOGIN_HINT} ${quoted}`,
			failure: { cause: 'credential-invalid' },
		};
	}
	if (status === 404 || status === 405 || status === 410) {
		return {
			message: `${operation}: there is no SOAP service at ${url}`,
			description: `Check Service URL in the credential. ${quoted}`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (status === 429) {
		return {
			message: `${operation}: the service is receiving too many requests`,
			description: `Run fewer items at once, or later. ${quoted}`,
			failure: { cause: 'rate-limited', retryAfterMs },
		};
	}
	if (status >= 500) {
		return {
			message: `${operation}: the service is not available (HTTP ${status})`,
			description: `Try again later. ${quoted}`,
			failure: { cause: 'temporarily-unavailable', retryAfterMs },
		};
	}
	return {
		message: `${operation} was refused: ${said || `HTTP ${status}`}`,
		description: 'Check the fields of this node and the credential.',
	};
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const withFullStop = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
