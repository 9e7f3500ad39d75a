import { CONNECTOR_NAME, connectorIdentity, PACKAGE_VERSION } from '../../../nodes/rules/connector';
import packageJson from '../../../package.json';
import { refusal } from '../../support/refusal';

const GUID = 'A1B2C3D4-0000-4000-8000-0123456789ab';

describe('connectorIdentity', () => {
	it('carries the version of the package', () => {
		expect(PACKAGE_VERSION).toBe(packageJson.version);
		expect(connectorIdentity(GUID, 'x').connectorVersion).toBe(packageJson.version);
	});

	it('is fingerprint, name and version, separated by spaces', () => {
		expect(connectorIdentity(GUID, 'x').connectorName).toBe(
			`${GUID} ${CONNECTOR_NAME} ${PACKAGE_VERSION}`,
		);
		expect(CONNECTOR_NAME).not.toMatch(/\s/);
	});

	it('accepts a GUID in braces or with space around it', () => {
		expect(connectorIdentity(` {${GUID}} `, 'x')).toEqual(connectorIdentity(GUID, 'x'));
	});

	it.each([
		'x',
		'a1b2c3d4-0000-4000-8000-0123456789',
		`${GUID} other`,
		'g1b2c3d4-0000-4000-8000-0123456789ab',
	])('refuses %s as a fingerprint', (fingerprint) => {
		expect(refusal(() => connectorIdentity(fingerprint, 'x')).message).toBe(
			'Connector Fingerprint is not a GUID',
		);
	});

	// Pinned: a new value would make every installation a new connector for the service.
	it.each(['', undefined, '  '])('derives the same GUID for ever if it is %p', (fingerprint) => {
		expect(connectorIdentity(fingerprint, 'instance-1').connectorName.split(' ')[0]).toBe(
			'83a1bc34-fd75-57b5-83b4-23e433a72d92',
		);
	});

	it('derives a version 5 UUID that differs from instance to instance', () => {
		const fingerprints = Array.from(
			{ length: 200 },
			(_, index) => connectorIdentity('', `instance-${index}`).connectorName.split(' ')[0],
		);
		expect(new Set(fingerprints).size).toBe(200);
		for (const fingerprint of fingerprints) {
			expect(fingerprint).toMatch(
				/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
			);
		}
	});

	it('needs one of the two', () => {
		expect(refusal(() => connectorIdentity('', ' ')).message).toContain('Connector Fingerprint');
	});
});
