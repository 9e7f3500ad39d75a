import { framesOf, shortenSmallChanges } from '../../../scripts/n8n/animatedWebp';

function chunk(name: string, content: Buffer): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt32LE(content.length);
	return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

/** With one byte of picture, so that the chunk ends with a byte that fills it up. */
function frame(width: number, height: number, ms: number): Buffer {
	const content = Buffer.alloc(17);
	[0, 0, width - 1, height - 1, ms].forEach((value, index) =>
		content.writeUIntLE(value, index * 3, 3),
	);
	return chunk('ANMF', content);
}

const film = () =>
	Buffer.concat([
		Buffer.from('RIFF\0\0\0\0WEBP'),
		chunk('ANIM', Buffer.alloc(6)),
		frame(960, 600, 400),
		frame(60, 60, 400),
		frame(61, 60, 2_500),
		frame(1, 1, 100),
		frame(10, 10, 2_500),
	]);

const msOf = (webp: Buffer) => framesOf(webp).map(({ ms }) => ms);

it('a small change is shown only briefly, unless it is the last', () => {
	const webp = film();
	expect(msOf(webp)).toEqual([400, 400, 2_500, 100, 2_500]);
	shortenSmallChanges(webp);
	expect(msOf(webp)).toEqual([400, 150, 2_500, 100, 2_500]);
});
