import { createHash } from 'node:crypto';

import { InvalidInput } from '../../l10n/invalidInput';

/** Built files cannot import package.json; a test keeps the two equal. */
export const PACKAGE_VERSION = '0.1.0';

interface ConnectorIdentity {
	connectorName: string;
	connectorVersion: string;
}

export const CONNECTOR_NAME = 'n8n-translation-jobs';

const FINGERPRINT_FIELD = 'Connector Fingerprint';
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The service identifies a connector by its fingerprint. Changing this namespace or the
// derivation would change every fingerprint.
const NAMESPACE = '6f1d2c0e-9b53-4a86-8f0f-3c1d5b7e2a94';

/** A version 5 UUID (RFC 9562), stable for each instance. */
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
				'Enter a GUID in the credential and never change it.',
			);
		}
		return derivedFingerprint(instanceId.trim());
	}
	if (!GUID.test(entered)) {
		throw new InvalidInput(
			`${FINGERPRINT_FIELD} is not a GUID`,
			'Enter it in the credential as 8-4-4-4-12 hexadecimal digits, or leave it empty to have one derived from the n8n instance.',
		);
	}
	return entered;
}

/** Sent with every job that is created or changed. */
export function connectorIdentity(
	fingerprint: string | undefined,
	instanceId: string,
): ConnectorIdentity {
	return {
		connectorName: `${fingerprintFrom(fingerprint, instanceId)} ${CONNECTOR_NAME} ${PACKAGE_VERSION}`,
		connectorVersion: PACKAGE_VERSION,
	};
}
