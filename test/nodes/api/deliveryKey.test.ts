import { jobDeliveryKey, requestDeliveryKey } from '../../../nodes/api/deliveryKey';

const requestId = 'r1';

describe('requestDeliveryKey', () => {
	it.each([
		'2026-01-01T00:00:00Z',
		'2026-01-01T00:00:00.000Z',
		'2026-01-01T00:00:00.0000000Z',
		'2026-01-01T00:00:00+00:00',
		'2026-01-01T00:00:00',
		'2026-01-01T02:00:00+02:00',
		'2025-12-31T19:00:00-05:00',
		' 2026-01-01t00:00:00z ',
	])('is the same for %p', (modifiedDate) => {
		expect(requestDeliveryKey({ requestId, modifiedDate })).toBe('r1@2026-01-01T00:00:00Z');
	});

	it('tells deliveries apart that are less than a millisecond apart', () => {
		const keys = ['.1234567', '.1234568', '.123'].map((fraction) =>
			requestDeliveryKey({ requestId, modifiedDate: `2026-01-01T00:00:00${fraction}Z` }),
		);
		expect(keys).toEqual([
			'r1@2026-01-01T00:00:00.1234567Z',
			'r1@2026-01-01T00:00:00.1234568Z',
			'r1@2026-01-01T00:00:00.123Z',
		]);
	});

	it('ignores the rest when the modification time is known', () => {
		const modifiedDate = '2026-01-01T00:00:00Z';
		expect(requestDeliveryKey({ requestId, modifiedDate, updateTime: 'u', statusCode: 's' })).toBe(
			requestDeliveryKey({ requestId, modifiedDate }),
		);
	});

	it.each([null, undefined, '', ' '])(
		'takes the update time if the modification time is %p',
		(modifiedDate) => {
			expect(
				requestDeliveryKey({ requestId, modifiedDate, updateTime: '2026-01-01T00:00:00.50Z' }),
			).toBe('r1@2026-01-01T00:00:00.5Z');
		},
	);

	it('takes the status without any time', () => {
		expect(requestDeliveryKey({ requestId, statusCode: 'CANCELLED' })).toBe('r1@CANCELLED');
	});

	it('is the id if nothing else is known', () => {
		expect(requestDeliveryKey({ requestId })).toBe('r1');
	});

	it('keeps a time that it cannot read', () => {
		expect(requestDeliveryKey({ requestId, modifiedDate: '/Date(1767225600000)/' })).toBe(
			'r1@/Date(1767225600000)/',
		);
	});
});

describe('jobDeliveryKey', () => {
	it('tells events of one job apart', () => {
		expect(jobDeliveryKey({ jobId: 'j', event: 'completed' })).toBe('j:completed');
		expect(jobDeliveryKey({ jobId: 'j', event: 'allInReview' })).toBe('j:allInReview');
	});

	it('is new when a request was delivered again', () => {
		const at = (latestRequestModified: string) =>
			jobDeliveryKey({ jobId: 'j', event: 'allInReview', latestRequestModified });
		expect(at('2026-01-01T00:00:00.0Z')).toBe(at('2026-01-01T00:00:00+00:00'));
		expect(at('2026-01-01T00:00:00Z')).not.toBe(at('2026-01-02T00:00:00Z'));
	});
});
