import { readErrorBody } from '../../http/errorBody';
import {
	explain,
	type Explanation,
	originOf,
	quoteReason,
	withFullStop,
	type Wording,
} from '../../http/errors';
import { NO_HTTPS, retryAfterOf } from '../../http/outcome';
import type { HttpResponse, Lost } from '../../http/types';
import { describeLost, faultIn, isAboutAccess, problemIn } from './call';
import { type Fault, isContractFault } from './fault';
import type { ServiceSettings } from './settings';

const LOGIN_HINT = 'Check the authentication settings of the credential.';

/** What differs from other services in the errors for people. */
export function wordingFor(settings: ServiceSettings): Wording {
	return {
		address: 'Service URL',
		explain(outcome, operation) {
			const fault = faultIn(outcome);
			if (fault) return explainFault(fault, operation, settings, isAboutAccess(outcome));
			const problem = problemIn(outcome);
			if (problem) {
				return {
					message: `${operation}: ${lowerFirst(problem.message)}`,
					description: problem.advice ?? '',
					failure: { cause: outcome.lost ? 'temporarily-unavailable' : 'configuration-invalid' },
				};
			}
			if (outcome.lost) return explainLost(outcome.lost, operation);
			return outcome.response && explainResponse(outcome.response, operation, settings.url);
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
	return isAccess
		? LOGIN_HINT
		: 'Correct what the service names in the fields of this node, and run it again.';
}

function explainLost(lost: Lost, operation: string): Explanation | undefined {
	if (lost.code === NO_HTTPS) return undefined;
	const isBroken = lost.code === 'BROKEN_ANSWER';
	return {
		message: `${operation}: ${isBroken ? 'the answer broke off' : 'no answer from the service'}`,
		description: `Check Service URL in the credential and the network between n8n and the service. ${withFullStop(describeLost(lost))}`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function explainResponse(
	{ status, headers, body }: HttpResponse,
	operation: string,
	url: string,
): Explanation | undefined {
	const said = readErrorBody(body);
	const quoted = quoteReason(said, status);
	if (status >= 500) return undefined;
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
			failure: { cause: 'rate-limited', retryAfterMs: retryAfterOf(headers) },
		};
	}
	return {
		message: `${operation} was refused: ${said || `HTTP ${status}`}`,
		description: 'Check the fields of this node and the credential.',
	};
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
