const realNow = Date.now;
let aheadMs = 0;

/** Moves n8n's clock, forward or back. The sandbox runs in another process and keeps its own. */
export function passTime(ms: number): void {
	aheadMs += ms;
	Date.now = () => realNow() + aheadMs;
}

export function restoreTime(): void {
	aheadMs = 0;
	Date.now = realNow;
}
