/** A letter that is typed, or a sign that something loads: a change of this size is shown only briefly. */
const SMALL_PIXELS = 3_600;
const BRIEF_MS = 150;

interface Frame {
	/** What changes: the rest stays as it was. */
	pixels: number;
	ms: number;
	/** Where the file says how long it is shown. */
	durationAt: number;
}

/** The frames of an animated WebP: its chunks named ANMF, in a RIFF file. */
export function framesOf(webp: Buffer): Frame[] {
	const frames: Frame[] = [];
	for (let at = 12; at < webp.length;) {
		const size = webp.readUInt32LE(at + 4);
		if (webp.toString('latin1', at, at + 4) === 'ANMF') {
			const [width, height] = [webp.readUIntLE(at + 14, 3) + 1, webp.readUIntLE(at + 17, 3) + 1];
			const durationAt = at + 20;
			frames.push({ pixels: width * height, ms: webp.readUIntLE(durationAt, 3), durationAt });
		}
		at += 8 + size + (size % 2);
	}
	return frames;
}

/** The last frame stays. */
export function shortenSmallChanges(webp: Buffer): void {
	for (const { pixels, ms, durationAt } of framesOf(webp).slice(0, -1))
		if (pixels <= SMALL_PIXELS) webp.writeUIntLE(Math.min(ms, BRIEF_MS), durationAt, 3);
}
