/**
 * esbuild puts all modules into one scope. A variable of a function gets a number there if any module
 * has one of the same name: `key` becomes `key2`, and `{ key }` becomes `{ key: key2 }`. Here the two
 * change their names, so that most variables are called as in the sources: that takes 8 kB less.
 * Everything else stays as it is, because the two names change everywhere.
 */
const ts = require('typescript');

const { edited, parse } = require('./edits');

function withOwnNames(code) {
	const file = parse(code);
	const variables = variablesIn(file);
	const ofModules = namesOfModules(file);
	const best = new Map();
	for (const other of variables.keys()) {
		const name = other.replace(/\d+$/, '');
		if (name === other || !ofModules.has(name) || ofModules.has(other)) continue;
		const edits = exchanged(file, variables, name, other);
		if (growth(edits) < growth(best.get(name) ?? [])) best.set(name, edits);
	}
	return edited(code, [...best.values()].flat());
}

const growth = (edits) =>
	edits.reduce((sum, [start, end, text]) => sum + text.length - (end - start), 0);

const exchanged = (file, variables, one, other) => [
	...variables.get(one).map((node) => renamed(file, node, other)),
	...variables.get(other).map((node) => renamed(file, node, one)),
];

function renamed(file, node, name) {
	const member = memberNamedBeside(node);
	if (member?.text === name) return [member.getStart(file), node.end, name];
	const isShort = member === node;
	return [node.getStart(file), node.end, isShort ? `${node.text}: ${name}` : name];
}

/** In `{ key: key2 }` it is key; in `{ key }` it is the variable itself. */
function memberNamedBeside(node) {
	const { parent } = node;
	if (ts.isPropertyAssignment(parent)) return parent.name;
	if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node ? node : undefined;
	const isTaken =
		ts.isBindingElement(parent) && parent.name === node && ts.isObjectBindingPattern(parent.parent);
	return isTaken && !parent.dotDotDotToken ? (parent.propertyName ?? node) : undefined;
}

/** All places of each variable. */
function variablesIn(file) {
	const found = new Map();
	const note = (node) => {
		if (ts.isIdentifier(node) && !isMember(node)) {
			if (!found.has(node.text)) found.set(node.text, []);
			found.get(node.text).push(node);
		}
		ts.forEachChild(node, note);
	};
	note(file);
	return found;
}

const isMember = (node) =>
	(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
	((ts.isPropertyAssignment(node.parent) || ts.isClassElement(node.parent)) &&
		node.parent.name === node) ||
	(ts.isBindingElement(node.parent) && node.parent.propertyName === node) ||
	ts.isMetaProperty(node.parent) ||
	ts.isLabeledStatement(node.parent) ||
	ts.isBreakOrContinueStatement(node.parent);

function namesOfModules(file) {
	const names = new Set();
	const note = (name) => {
		if (ts.isIdentifier(name)) names.add(name.text);
		else name.elements.forEach((element) => element.name && note(element.name));
	};
	for (const statement of file.statements) {
		if (ts.isVariableStatement(statement))
			statement.declarationList.declarations.forEach(({ name }) => note(name));
		else if (statement.name) note(statement.name);
	}
	return names;
}

module.exports = { withOwnNames };
