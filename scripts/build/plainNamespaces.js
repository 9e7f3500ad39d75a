/**
 * For `import * as create from './create.operation'`, esbuild makes an object with a function for each
 * export. Here the exports themselves stand where the object is used: that takes 7 kB less. A module
 * stands before those that import it, so its exports are there by then.
 */

const NAMESPACE =
	/^var (?<name>\w+) = \{\};\n__export\(\k<name>, \{\n(?<members>(?: *\w+: \(\) => \w+,?\n)+)\}\);\n/gm;

function withPlainNamespaces(code) {
	const plain = new Map();
	const rest = code.replace(NAMESPACE, (whole, name, members) => {
		const places = code.match(new RegExp(`\\b${name}\\b`, 'g'));
		const uses = code.match(new RegExp(`: ${name}\\b`, 'g'));
		if (places.length !== 3 || uses?.length !== 1) return whole;
		plain.set(name, members.replaceAll('() => ', '').trim().replace(/\s+/g, ' '));
		return '';
	});
	return rest.replace(/: (\w+_exports\d*)\b/g, (whole, name) =>
		plain.has(name) ? `: { ${plain.get(name)} }` : whole,
	);
}

module.exports = { withPlainNamespaces };
