/** Reading and changing the text of a bundle. */
const ts = require('typescript');

const parse = (code) => ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest, true);

/** With each [start, end, text] put in place of what stands there. */
function edited(code, edits) {
	const sorted = [...edits].sort(([a], [b]) => a - b);
	const ends = [0, ...sorted.map(([, end]) => end)];
	return [...sorted, [code.length, code.length, '']]
		.map(([start, , text], index) => code.slice(ends[index], start) + text)
		.join('');
}

module.exports = { edited, parse };
