/**
 * In place of `path-expression-matcher`, which the XML parser tells of every tag, in case a setting
 * names some by their path. Ours name none.
 */
export class Matcher {
	tags = [];

	readOnly() {
		return this;
	}

	reset() {
		this.tags = [];
	}

	push(tag) {
		this.tags.push(tag);
	}

	pop() {
		this.tags.pop();
	}

	getCurrentTag() {
		return this.tags.at(-1);
	}

	updateCurrent() {}
}

/** Empty: the parser asks for its size before it looks for a match. */
export class ExpressionSet {
	size = 0;
}

export class Expression {
	constructor() {
		throw new Error('This setting of the XML parser needs a library that the package leaves out');
	}
}
