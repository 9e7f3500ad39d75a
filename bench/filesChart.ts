/** Seconds that curl and the nodes took. */
export interface Pair {
	curl: number;
	nodes: number;
}

export interface FilesResults {
	upload: Pair;
	download: Pair;
	many: { allowed: number; nodes: number; oneByOne: number };
}

interface Bar {
	label: string;
	seconds: number;
	isOurs: boolean;
}

const WIDTH = 760;
const LEFT = 250;
const RIGHT = 80;
const BAR = 22;
const GAP = 8;

/** Draws the results for the documentation. */
export function drawFilesChart({ upload, download, many }: FilesResults): string {
	const groups: Array<[string, Bar[]]> = [
		['1 GiB up', [bar('curl', upload.curl), bar('Translation Jobs node', upload.nodes, true)]],
		[
			'1 GiB down',
			[bar('curl', download.curl), bar('Translation Jobs node', download.nodes, true)],
		],
		[
			'1,000 files of 20 KB, 20 calls per second allowed',
			[
				bar('the throttle alone', many.allowed),
				bar('Translation Jobs node', many.nodes, true),
				bar('one file at a time', many.oneByOne),
			],
		],
	];
	return draw(groups);
}

const bar = (label: string, seconds: number, isOurs = false): Bar => ({ label, seconds, isOurs });

/** Each group has its own scale: only bars of one group are comparable. */
function draw(groups: Array<[string, Bar[]]>): string {
	let y = 16;
	const parts: string[] = [];
	for (const [title, bars] of groups) {
		const longest = Math.max(...bars.map(({ seconds }) => seconds));
		parts.push(`<text x="16" y="${y + 14}" class="title">${title}</text>`);
		y += 28;
		for (const { label, seconds, isOurs } of bars) {
			const width = Math.max(2, Math.round(((WIDTH - LEFT - RIGHT) * seconds) / longest));
			parts.push(
				`<text x="${LEFT - 12}" y="${y + 15}" text-anchor="end">${label}</text>`,
				`<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" rx="3" class="${isOurs ? 'ours' : 'other'}"/>`,
				`<text x="${LEFT + width + 8}" y="${y + 15}">${seconds < 100 ? seconds.toFixed(1) : Math.round(seconds)} s</text>`,
			);
			y += BAR + GAP;
		}
		y += 14;
	}
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="Seconds, shorter is better">`,
		'<style>text{font:13px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}.ours{fill:#2f6feb}.other{fill:#afb8c1}',
		'@media(prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#e6edf3}.other{fill:#545d68}}</style>',
		...parts,
		'</svg>',
		'',
	].join('\n');
}
