/** Puts pictures of a screen together into one animated PNG, without any library. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOUR = 2;
const TRUE_COLOUR_WITH_ALPHA = 6;
const INDEXED = 3;
const DRAW_OVER = 1;
/** The first entry of the palette stands for what stays as it was. */
const UNCHANGED = 0;
const COLOURS = 255;
/** Colours that differ less look the same, and are one. */
const BITS = 5;
const SHIFT = 8 - BITS;
/** A letter that is typed, or a sign that something loads: up to this size, it is seen only briefly. */
const SMALL_PIXELS = 3_600;
const BRIEF_MS = 150;
const BINS = 1 << (3 * BITS);

export interface Frame {
	png: Buffer;
	/** When it was seen. */
	atMs: number;
}

interface Picture {
	width: number;
	height: number;
	/** For each pixel, the number of its colour. */
	bins: Uint16Array;
}

interface Area {
	left: number;
	top: number;
	width: number;
	height: number;
}

/** Nobody looks at a screen for longer than `longestMs` on which nothing changes, or too little. */
export function animatedPng(recorded: readonly Frame[], longestMs: number): Buffer {
	// Programs that show no animation show its first frame.
	const frames = recorded.slice(recorded.findIndex(({ png }) => !isBlank(readPng(png))));
	const palette = choosePalette(frames);
	const drawn: Array<{ area: Area; pixels: Buffer; atMs: number }> = [];
	let shown: Uint8Array | undefined;
	let size: Picture | undefined;
	for (const { png, atMs } of frames) {
		const picture = readPng(png);
		size ??= picture;
		if (picture.width !== size.width || picture.height !== size.height)
			throw new Error('All pictures must have the same size');
		const wanted = picture.bins.map((bin) => palette.indexOf[bin]!) as unknown as Uint8Array;
		const area = shown ? changedArea(shown, wanted, picture) : { ...picture, left: 0, top: 0 };
		if (area) drawn.push({ area, pixels: pixelsOf(area, picture.width, wanted, shown), atMs });
		shown = wanted;
	}
	if (!size) throw new Error('There is no picture');
	const end = frames.at(-1)!.atMs + longestMs;
	let sequence = 0;
	const chunks = drawn.flatMap(({ area, pixels, atMs }, index) => {
		const next = drawn[index + 1];
		const isBrief = next && index > 0 && area.width * area.height <= SMALL_PIXELS;
		const delayMs = Math.min(isBrief ? BRIEF_MS : longestMs, (next?.atMs ?? end) - atMs);
		const control = chunk('fcTL', frameControl(sequence++, area, delayMs));
		if (index === 0) return [control, chunk('IDAT', pixels)];
		return [control, chunk('fdAT', Buffer.concat([uint32(sequence++), pixels]))];
	});
	return Buffer.concat([
		SIGNATURE,
		chunk(
			'IHDR',
			Buffer.concat([uint32(size.width, size.height), Buffer.from([8, INDEXED, 0, 0, 0])]),
		),
		chunk('acTL', uint32(drawn.length, 0)),
		chunk('PLTE', palette.colours),
		chunk('tRNS', Buffer.from([0])),
		...chunks,
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** How long an animated PNG takes, and how many frames it has. */
export function describeAnimation(png: Buffer): { frames: number; durationMs: number } {
	let frames = 0;
	let durationMs = 0;
	for (const { type, data } of chunksOf(png)) {
		if (type !== 'fcTL') continue;
		frames++;
		durationMs += (data.readUInt16BE(20) * 1000) / data.readUInt16BE(22);
	}
	return { frames, durationMs };
}

const isBlank = ({ bins }: Picture): boolean => bins.every((bin) => bin === bins[0]);

function frameControl(
	sequence: number,
	{ width, height, left, top }: Area,
	delayMs: number,
): Buffer {
	const delay = Buffer.alloc(6);
	delay.writeUInt16BE(Math.round(delayMs), 0);
	delay.writeUInt16BE(1000, 2);
	delay.writeUInt8(DRAW_OVER, 5);
	return Buffer.concat([uint32(sequence, width, height, left, top), delay]);
}

/** What differs between two pictures; undefined if nothing does. */
function changedArea(
	before: Uint8Array,
	after: Uint8Array,
	{ width, height }: Picture,
): Area | undefined {
	let [left, top, right, bottom] = [width, height, -1, -1];
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			if (before[y * width + x] === after[y * width + x]) continue;
			left = Math.min(left, x);
			right = Math.max(right, x);
			top = Math.min(top, y);
			bottom = y;
		}
	return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function pixelsOf(
	{ left, top, width, height }: Area,
	stride: number,
	wanted: Uint8Array,
	shown?: Uint8Array,
): Buffer {
	// Each row begins with its filter, which is none.
	const rows = Buffer.alloc(height * (width + 1));
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const at = (top + y) * stride + left + x;
			rows[y * (width + 1) + 1 + x] = shown?.[at] === wanted[at] ? UNCHANGED : wanted[at]!;
		}
	return deflateSync(rows, { level: 9 });
}

/**
 * The colour that most pixels have, then again and again the one that is missed most: by many pixels, or
 * far from every colour so far.
 */
function choosePalette(frames: readonly Frame[]): { colours: Buffer; indexOf: Uint8Array } {
	const counts = new Float64Array(BINS);
	for (const { png } of frames) for (const bin of readPng(png).bins) counts[bin]!++;
	const used = [...counts.keys()].filter((bin) => counts[bin]! > 0);
	const missed = new Float64Array(BINS).fill(Infinity);
	const indexOf = new Uint8Array(BINS);
	const colours = [0, 0, 0];
	for (let index = 1; index <= COLOURS && index <= used.length; index++) {
		const weight = (bin: number) =>
			index === 1 ? counts[bin]! : Math.sqrt(counts[bin]!) * missed[bin]!;
		const chosen = used.reduce((best, bin) => (weight(bin) > weight(best) ? bin : best));
		colours.push(...colourOf(chosen));
		for (const bin of used) {
			const distance = distanceOf(bin, chosen);
			if (distance >= missed[bin]!) continue;
			missed[bin] = distance;
			indexOf[bin] = index;
		}
	}
	return { colours: Buffer.from(colours), indexOf };
}

const channelsOf = (bin: number) =>
	[bin >> (2 * BITS), bin >> BITS, bin].map((value) => value & ((1 << BITS) - 1));
/** White stays white. */
const colourOf = (bin: number) =>
	channelsOf(bin).map((value) => (value << SHIFT) | (value >> (BITS - SHIFT)));

function distanceOf(one: number, other: number): number {
	const [first, second] = [channelsOf(one), channelsOf(other)];
	return first.reduce((sum, value, index) => sum + (value - second[index]!) ** 2, 0);
}

/** Reads what a browser writes: eight bits a channel, not interlaced. */
function readPng(png: Buffer): Picture {
	const data: Buffer[] = [];
	let header: Buffer | undefined;
	for (const { type, data: inner } of chunksOf(png)) {
		if (type === 'IHDR') header = inner;
		if (type === 'IDAT') data.push(inner);
	}
	const [depth, colourType, , , interlaced] = header?.subarray(8) ?? [];
	if (
		!header ||
		depth !== 8 ||
		interlaced !== 0 ||
		(colourType !== TRUE_COLOUR && colourType !== TRUE_COLOUR_WITH_ALPHA)
	)
		throw new Error('This kind of PNG cannot be read');
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const channels = colourType === TRUE_COLOUR ? 3 : 4;
	const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * channels, channels);
	const bins = new Uint16Array(width * height);
	for (let index = 0; index < bins.length; index++) {
		const at = index * channels;
		const [red, green, blue] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
		bins[index] = ((red >> SHIFT) << (2 * BITS)) | ((green >> SHIFT) << BITS) | (blue >> SHIFT);
	}
	return { width, height, bins };
}

/** Undoes the filters of the rows, as section 9 of the PNG specification says. */
function unfiltered(rows: Buffer, rowLength: number, channels: number): Uint8Array {
	const height = rows.length / (rowLength + 1);
	const bytes = new Uint8Array(height * rowLength);
	for (let y = 0; y < height; y++) {
		const filter = rows[y * (rowLength + 1)]!;
		for (let x = 0; x < rowLength; x++) {
			const at = y * rowLength + x;
			const left = x < channels ? 0 : bytes[at - channels]!;
			const above = y === 0 ? 0 : bytes[at - rowLength]!;
			const aboveLeft = x < channels || y === 0 ? 0 : bytes[at - rowLength - channels]!;
			let predicted = 0;
			if (filter === 1) predicted = left;
			else if (filter === 2) predicted = above;
			else if (filter === 3) predicted = (left + above) >> 1;
			else if (filter === 4) predicted = paeth(left, above, aboveLeft);
			bytes[at] = rows[y * (rowLength + 1) + 1 + x]! + predicted;
		}
	}
	return bytes;
}

function paeth(left: number, above: number, aboveLeft: number): number {
	const estimate = left + above - aboveLeft;
	const byLeft = Math.abs(estimate - left);
	const byAbove = Math.abs(estimate - above);
	const byBoth = Math.abs(estimate - aboveLeft);
	if (byLeft <= byAbove && byLeft <= byBoth) return left;
	return byAbove <= byBoth ? above : aboveLeft;
}

function* chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
	for (let at = SIGNATURE.length; at < png.length;) {
		const length = png.readUInt32BE(at);
		yield {
			type: png.toString('latin1', at + 4, at + 8),
			data: png.subarray(at + 8, at + 8 + length),
		};
		at += length + 12;
	}
}

function chunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

function uint32(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
	return bytes;
}
