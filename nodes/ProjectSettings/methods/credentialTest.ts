import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, ICredentialsDecrypted, INodeCredentialTestResult } from 'n8n-workflow';

import { InvalidInput } from '../../shared/rules/invalidInput';
import { SOAP_OPERATIONS, soapCall } from '../../shared/service/projectSettingsOperations';
import { lowerCaseHeaders, readLost } from '../../shared/transport/outcome';
import { redact } from '../../shared/transport/redact';
import { callService, isAboutAccess, type CallResult, type Post } from '../../shared/transport/soap/call';
import { explainResult, isWrongContract } from '../../shared/transport/soap/errors';
import type { Fault } from '../../shared/transport/soap/failures';
import { receive } from '../../shared/transport/soap/receive';
import { readSettings, type ServiceSettings } from '../../shared/transport/soap/settings';
import type { Outcome } from '../../shared/transport/types';

const OPERATION = SOAP_OPERATIONS.analysisCode.getAll;
const TIMEOUT_MS = 30_000;

/** Faults that only say that the call had no fields: the service was reached, and it understood. */
const ABOUT_FIELDS = /\b(missing|required|mandatory|must (be|not)|cannot be (null|empty)|invalid (value|argument|organi[sz]ation)|deseriali[sz]|argument|expected)\b/i;

interface Reply {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Buffer> | string | Buffer | undefined;
}

/** Really calls the service, without any fields, and says in words what came of it. */
export async function testProjectSettingsApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const settings = readSettings(credential.data ?? {});
		const result = await callService(settings, soapCall(settings, OPERATION, []), post(this));
		return judge(result, settings);
	} catch (error) {
		if (error instanceof InvalidInput) return failed([error.message, error.description].filter(Boolean).join('. '));
		return failed(`The test could not be carried out: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function judge(result: CallResult, settings: ServiceSettings): INodeCredentialTestResult {
	if (result.response) return { status: 'OK', message: `The service answered ${OPERATION}` };
	const { message, description } = explainResult(result, OPERATION, settings);
	if (result.fault && !isAboutAccess(result) && asksForFields(result.fault)) {
		return { status: 'OK', message: `The service was reached and asks for fields: ${redact(result.fault.reason, settings.secrets)}` };
	}
	return failed(redact(`${message}. ${description}`, settings.secrets));
}

function asksForFields({ code, reason, detail }: Fault): boolean {
	return ABOUT_FIELDS.test(`${reason} ${detail}`) && !isWrongContract(`${code} ${reason} ${detail}`);
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

/** n8n gives a credential test only its oldest request helper. */
function post({ helpers }: ICredentialTestFunctions): Post {
	return async ({ url, headers, body }): Promise<Outcome> => {
		try {
			const reply = (await helpers.request({
				method: 'POST',
				uri: url,
				headers,
				body,
				useStream: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: TIMEOUT_MS,
			})) as Reply;
			return { answer: { status: reply.statusCode, headers: lowerCaseHeaders(reply.headers), body: await bytesOf(reply.body) } };
		} catch (error) {
			return { lost: readLost(error) };
		}
	};
}

async function bytesOf(body: Reply['body']) {
	if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body ?? '');
	return await receive(body);
}
