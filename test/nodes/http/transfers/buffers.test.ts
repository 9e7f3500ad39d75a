import { canFree, freeBuffer } from '../../../../nodes/http/transfers/buffers';

const BYTES = 64 * 1024;

it('takes the bytes of a buffer that has its memory for itself, where Node.js can', () => {
	const buffer = Buffer.alloc(BYTES, 1);
	freeBuffer(buffer);
	expect(buffer).toHaveLength(canFree ? 0 : BYTES);
});

it('leaves a buffer alone whose memory others use', () => {
	const whole = Buffer.alloc(2 * BYTES, 1);
	freeBuffer(whole.subarray(0, BYTES));
	expect(whole).toHaveLength(2 * BYTES);
});

it('leaves a small buffer alone: Node.js may have taken it from its pool', () => {
	const small = Buffer.from('a few bytes');
	freeBuffer(small);
	expect(small.toString()).toBe('a few bytes');
});
