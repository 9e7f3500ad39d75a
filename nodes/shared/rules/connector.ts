import { createHash } from 'node:crypto';

import { InvalidInput } from './invalidInput';
import { PACKAGE_VERSION } from './version';

export interface ConnectorIdentity {
	connectorName: string;
	connectorVersion: string;
}

export const CONNECTOR_NAME = 'n8n-translation-jobs';

const FINGERPRINT_FIELD = 'Connector Fingerprint';
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The service knows a connector by its fingerprint, which may never change: neither may this
// namespace nor the way the fingerprint is derived from it.
const NAMESPACE = '6f1d2c0e-9b53-4a86-8f0f-3c1d5b7e2a94';

/** A version 5 UUID (RFC 9562), the same for ever for the same instance. */
function derivedFingerprint(instanceId: string): string {
	const hash = createHash('sha1')
		.update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
		.update(instanceId, 'utf8')
		.digest()
		.subarray(0, 16);
	hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
	hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
	return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function fingerprintFrom(credentialValue: string | undefined, instanceId: string): string {
	const entered = (credentialValue ?? '').trim().replace(/^\{(.*)\}$/, '$1');
	if (entered === '') {
		if (instanceId.trim() === '') {
			throw new InvalidInput(
				`${FINGERPRINT_FIELD} is empty, and this n8n has no instance id to derive one from`,
				'Enter a GUID in the credential and keep it for good.',
				FINGERPRINT_FIELD,
			);
		}
		return derivedFingerprint(instanceId.trim());
	}
	if (!GUID.test(entered)) {
		throw new InvalidInput(
			`${FINGERPRINT_FIELD} is not a GUID`,
			'Enter it in the credential as 8-4-4-4-12 hexadecimal digits, or leave it empty to have one derived from the n8n instance.',
			FINGERPRINT_FIELD,
		);
	}
	return entered;
}

/** What every job carries when it is created or changed, so that the service knows who sent it. */
export function connectorIdentity(
	fingerprint: string | undefined,
	instanceId: string,
): ConnectorIdentity {
	return {
		connectorName: `${fingerprintFrom(fingerprint, instanceId)} ${CONNECTOR_NAME} ${PACKAGE_VERSION}`,
		connectorVersion: PACKAGE_VERSION,
	};
}
