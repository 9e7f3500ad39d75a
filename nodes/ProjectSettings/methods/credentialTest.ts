import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { redact } from '../../core/redact';
import { receiveWhole } from '../../http/body';
import { explain } from '../../http/errors';
import { testCall } from '../../http/testCall';
import type { Outcome } from '../../http/types';
import { MAX_RECEIVED } from '../../rules/limits';
import { callService } from '../soap/call';
import { faultIn, isAboutAccess, isAnswered, wordingFor } from '../soap/errors';
import { type Fault, isContractFault } from '../soap/fault';
import { readServiceSettings, type ServiceSettings } from '../soap/settings';
import { forgetDenial } from '../soap/ticket';
import { SOAP_OPERATIONS, soapCall } from '../soapOperations';

const OPERATION = SOAP_OPERATIONS.analysisCode.getAll;

/** These faults only ask for fields, so the service was reached and understood the call. */
const ABOUT_FIELDS =
	/\b(missing|required|mandatory|must (be|not)|cannot be (null|empty)|invalid (value|argument|organi[sz]ation)|deseriali[sz]|argument|expected)\b/i;

export async function testTranslationProjectSettingsApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const settings = readServiceSettings(credential.data ?? {});
		if (settings.ticket) forgetDenial(settings.ticket);
		const outcome = await callService(
			settings,
			soapCall(settings, OPERATION, []),
			async ({ url, operation, headers, body }) => {
				const line = {
					service: settings.url,
					path: `${new URL(url).pathname} ${operation}`,
					secrets: settings.secrets,
				};
				const request = { method: 'POST' as const, url, headers, body };
				return await testCall(this, request, line, receiveWhole(MAX_RECEIVED.xmlBytes));
			},
		);
		return judge(outcome, settings);
	} catch (error) {
		if (error instanceof InvalidInput)
			return failed([error.message, error.description].filter(Boolean).join('. '));
		return failed(`The test failed: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function judge(outcome: Outcome, settings: ServiceSettings): INodeCredentialTestResult {
	if (isAnswered(outcome)) return { status: 'OK', message: `The service answered ${OPERATION}` };
	const fault = faultIn(outcome);
	if (fault && !isAboutAccess(outcome) && asksForFields(fault)) {
		return {
			status: 'OK',
			message: `The service was reached and asks for fields: ${redact(fault.reason, settings.secrets)}`,
		};
	}
	const { message, description } = explain(outcome, OPERATION, wordingFor(settings));
	return failed(redact(`${message}. ${description}`, settings.secrets));
}

function asksForFields(fault: Fault): boolean {
	return ABOUT_FIELDS.test(`${fault.reason} ${fault.detail}`) && !isContractFault(fault);
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
