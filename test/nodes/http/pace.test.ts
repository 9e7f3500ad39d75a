import { getEventListeners } from 'node:events';

import { AdaptiveRate, Pace, paceFor } from '../../../nodes/http/pace';

describe('the adaptive rate', () => {
	it('is the configured rate in whole calls, or less than one', () => {
		expect(new AdaptiveRate(20).perSecond(0)).toBe(20);
		expect(new AdaptiveRate(2.5).perSecond(0)).toBe(2);
		expect(new AdaptiveRate(0.5).perSecond(0)).toBe(0.5);
	});

	it('slows down on a refusal, once for its echoes, and recovers', () => {
		const rate = new AdaptiveRate(20);
		const before = rate.perSecond(0);
		expect(rate.refused(19, 1_000)).toBeGreaterThan(0);
		const slowed = rate.perSecond(1_000);
		expect(slowed).toBeLessThanOrEqual(before / 2);
		expect(rate.refused(19, 1_500)).toBe(0);
		expect(rate.perSecond(1_500)).toBeGreaterThanOrEqual(slowed);
		expect(rate.perSecond(300_000)).toBe(before);
	});

	it('gives way when refusals keep coming: what passed is its share', () => {
		const rate = new AdaptiveRate(20);
		rate.refused(15, 1_000);
		rate.refused(4, 2_500);
		expect(rate.perSecond(2_500)).toBe(4);
		rate.refused(3, 60_000);
		expect(rate.perSecond(60_000)).toBe(3);
	});

	it('keeps a known share for long, and asks for one call more before it asks for all', () => {
		const rate = new AdaptiveRate(20);
		rate.refused(15, 0);
		rate.refused(4, 2_000, () => 0.5);
		const after = (seconds: number) => rate.perSecond(2_000 + seconds * 1_000);
		expect(after(90)).toBe(4);
		expect(after(110)).toBe(5);
		expect(after(170)).toBe(20);
	});

	it('asks for more soon if it got no share yet', () => {
		const rate = new AdaptiveRate(20);
		rate.refused(0, 0);
		rate.refused(0, 2_000);
		expect(rate.perSecond(2_000)).toBe(1);
		expect(rate.perSecond(32_000)).toBeGreaterThan(4);
	});

	it('never stops altogether', () => {
		const rate = new AdaptiveRate(20);
		for (let now = 0; now < 200_000; now += 1_000) rate.refused(0, now);
		expect(rate.perSecond(200_000)).toBeGreaterThan(0.5);
	});
});

describe('the pace', () => {
	it('lets calls pass in order, no more than allowed in a window', async () => {
		const pace = new Pace(50);
		const passed: Array<{ call: number; at: number }> = [];
		await Promise.all(
			Array.from({ length: 120 }, async (_, call) => {
				await pace.turn();
				const at = performance.now();
				passed.push({ call, at });
				pace.noteResponse(at, false);
			}),
		);
		expect(passed.map(({ call }) => call)).toEqual(passed.map((_, index) => index));
		// On a busy machine, a call is seen a moment after it was let pass.
		const windowMs = 950;
		const fullest = Math.max(
			...passed.map(
				({ at }) => passed.filter((other) => other.at >= at && other.at < at + windowMs).length,
			),
		);
		expect(fullest).toBeLessThanOrEqual(50);
	});

	it('a call that was answered late counts for longer: it may have arrived late', async () => {
		const pace = new Pace(10);
		const sent: number[] = [];
		const send = async (tookMs: number) => {
			await pace.turn();
			const now = performance.now();
			sent.push(now);
			pace.noteResponse(now, false, now + tookMs);
		};
		for (let call = 0; call < 10; call++) await send(call === 0 ? 150 : 20);
		await send(20);
		expect(sent[10]! - sent[0]!).toBeGreaterThanOrEqual(1_000 + 130);
	});

	it('after a refusal it sends no more than the service let through', async () => {
		const pace = new Pace(20);
		const { rate } = pace as unknown as { rate: AdaptiveRate };
		rate.refused(20, performance.now() - 5_000);
		const sent: number[] = [];
		for (let call = 0; call < 5; call++) {
			await pace.turn();
			sent.push(performance.now());
		}
		sent.slice(0, 3).forEach((at) => pace.noteResponse(at, false));
		sent.slice(3).forEach((at) => pace.noteResponse(at, true));
		expect(rate.perSecond(performance.now())).toBe(3);
	});

	it('a cancelled call gives up its turn and holds nobody up', async () => {
		const pace = new Pace(2);
		const abort = new AbortController();
		const turns = [pace.turn(), pace.turn(abort.signal), pace.turn()];
		abort.abort();
		expect(await Promise.all(turns)).toEqual([true, false, true]);
	});

	it('a call that is cancelled during a pause ends at once', async () => {
		const pace = new Pace(10);
		await pace.turn();
		pace.noteResponse(performance.now(), true, performance.now(), 60_000);
		const abort = new AbortController();
		const turn = pace.turn(abort.signal);
		abort.abort();
		expect(await turn).toBe(false);
		expect(pace.pauseMs).toBeGreaterThan(50_000);
	});

	it('does not stand still when the clock of the system is set back', async () => {
		const pace = new Pace(50);
		for (let call = 0; call < 3; call++) await pace.turn();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 600_000);
		expect(await pace.turn()).toBe(true);
		clock.mockRestore();
	});

	it('leaves nothing behind on the signal of the execution', async () => {
		const { signal } = new AbortController();
		const pace = new Pace(1_000);
		for (let call = 0; call < 20; call++) await pace.turn(signal);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('the rate of a credential that nobody uses any more is forgotten', () => {
		const pace = new Pace(20);
		const { rate } = pace as unknown as { rate: AdaptiveRate };
		pace.setLimit('trial', 1, 0);
		pace.setLimit('main', 20, 60_000);
		expect(rate.max).toBe(1);
		pace.setLimit('main', 20, 3_600_000);
		expect(rate.max).toBe(20);
	});

	it('one origin is called at the lowest rate of its credentials', async () => {
		const pace = paceFor('https://api.example.com', 'fast', 1000);
		expect(paceFor('https://api.example.com', 'slow', 10)).toBe(pace);
		const limits = (pace as unknown as { rate: AdaptiveRate }).rate;
		expect(limits.max).toBe(10);
		paceFor('https://api.example.com', 'slow', 500);
		expect(limits.max).toBe(500);
	});
});
