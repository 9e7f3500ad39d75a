import { crc32, deflateSync, inflateSync } from 'node:zlib';

import { animatedPng, describeAnimation } from '../../../scripts/n8n/animatedPng';

type Colour = [number, number, number];
const WHITE: Colour = [255, 255, 255];
const RED: Colour = [255, 0, 0];
const BLUE: Colour = [0, 0, 255];

function chunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(typed));
	return Buffer.concat([length, typed, sum]);
}

/** A picture as a browser writes it, with this filter in each row. */
function pngOf(rows: Colour[][], filter = 0): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(rows[0]!.length, 0);
	header.writeUInt32BE(rows.length, 4);
	header.set([8, 2], 8);
	const bytes = rows.map((row) => row.flat());
	const filtered = bytes.map((row, y) => [
		filter,
		...row.map((value, x) => {
			const left = row[x - 3] ?? 0;
			const above = bytes[y - 1]?.[x] ?? 0;
			const aboveLeft = bytes[y - 1]?.[x - 3] ?? 0;
			const nearest = [left, above, aboveLeft].sort(
				(one, other) =>
					Math.abs(left + above - aboveLeft - one) - Math.abs(left + above - aboveLeft - other),
			)[0]!;
			return (value - [0, left, above, (left + above) >> 1, nearest][filter]!) & 255;
		}),
	]);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.from(filtered.flat()))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

/** What a viewer shows after each frame. */
function play(png: Buffer): { shown: Colour[][][]; delays: number[]; numbers: number[] } {
	const [shown, delays, numbers] = [[] as Colour[][][], [] as number[], [] as number[]];
	let [width, height] = [0, 0];
	let palette: Buffer = Buffer.alloc(0);
	let area = [0, 0, 0, 0];
	const draw = (data: Buffer) => {
		const [w, h, left, top] = area as [number, number, number, number];
		const pixels = inflateSync(data);
		const next =
			shown.at(-1)?.map((row) => [...row]) ??
			Array.from({ length: height }, () => Array<Colour>(width).fill(WHITE));
		for (let y = 0; y < h; y++)
			for (let x = 0; x < w; x++) {
				const index = pixels[y * (w + 1) + 1 + x]!;
				if (index > 0)
					next[top + y]![left + x] = [...palette.subarray(index * 3, index * 3 + 3)] as Colour;
			}
		shown.push(next);
	};
	for (let at = 8; at < png.length;) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		const data = png.subarray(at + 8, at + 8 + length);
		expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
		if (type === 'IHDR') [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
		if (type === 'PLTE') palette = data;
		if (type === 'fcTL') {
			numbers.push(data.readUInt32BE(0));
			area = [4, 8, 12, 16].map((offset) => data.readUInt32BE(offset));
			delays.push(data.readUInt16BE(20));
		}
		if (type === 'fdAT') numbers.push(data.readUInt32BE(0));
		if (type === 'IDAT') draw(data);
		if (type === 'fdAT') draw(data.subarray(4));
		at += length + 12;
	}
	return { shown, delays, numbers };
}

const before = [
	[WHITE, WHITE, WHITE],
	[WHITE, RED, WHITE],
	[WHITE, WHITE, WHITE],
];
const after = [
	[WHITE, WHITE, WHITE],
	[WHITE, RED, BLUE],
	[WHITE, WHITE, BLUE],
];

it('shows each picture as it was, and only what changed takes space', () => {
	const frames = [before, before, after].map((rows, index) => ({
		png: pngOf(rows),
		atMs: 1_000 + index * 400,
	}));
	const png = animatedPng(frames, 2_500);
	const { shown, delays, numbers } = play(png);
	expect(shown).toEqual([before, after]);
	expect(delays).toEqual([800, 2_500]);
	expect(numbers).toEqual([0, 1, 2]);
	expect(describeAnimation(png)).toEqual({ frames: 2, durationMs: 3_300 });
});

it.each([0, 1, 2, 3, 4])('reads rows with the filter %d', (filter) => {
	const { shown } = play(animatedPng([{ png: pngOf(after, filter), atMs: 0 }], 100));
	expect(shown).toEqual([after]);
});

it('begins with the first picture that is not blank', () => {
	const blank = before.map((row) => row.map(() => WHITE));
	const frames = [blank, blank, before, blank].map((rows, index) => ({
		png: pngOf(rows),
		atMs: index * 400,
	}));
	expect(play(animatedPng(frames, 2_000)).shown).toEqual([before, blank]);
});

it('shortens what nobody would watch', () => {
	const frames = [
		{ png: pngOf(before), atMs: 0 },
		{ png: pngOf(after), atMs: 60_000 },
	];
	expect(describeAnimation(animatedPng(frames, 2_000)).durationMs).toBe(4_000);
});

it('shows letters that are typed as fast as they can be seen', () => {
	const page = Array.from({ length: 100 }, () => Array<Colour>(100).fill(WHITE));
	const typed = (letters: number) =>
		page.map((row) => row.map((_, x) => (x < letters ? RED : WHITE)));
	const frames = [1, 2, 3, 90].map((letters, index) => ({
		png: pngOf(typed(letters)),
		atMs: index * 400,
	}));
	expect(play(animatedPng(frames, 2_000)).delays).toEqual([400, 150, 150, 2_000]);
});

it('keeps the most used of many colours, and takes the nearest for the rest', () => {
	const row = Array.from({ length: 1_024 }, (_, index): Colour => [
		(index % 32) * 8,
		Math.floor(index / 32) * 8,
		0,
	]);
	const [[shown]] = play(animatedPng([{ png: pngOf([row, row.map(() => WHITE)]), atMs: 0 }], 100))
		.shown as [Colour[][]];
	const worst = Math.max(
		...row.flatMap((colour, index) =>
			colour.map((value, channel) => Math.abs(value - shown![index]![channel]!)),
		),
	);
	expect(worst).toBeLessThan(40);
});

it('refuses what it cannot read', () => {
	const gray = pngOf(before);
	gray[25] = 0;
	expect(() => animatedPng([{ png: gray, atMs: 0 }], 100)).toThrow('cannot be read');
	expect(() => animatedPng([], 100)).toThrow('no picture');
});
