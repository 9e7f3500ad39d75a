import {
	attribute,
	childrenNamed,
	isTrue,
	type QName,
	resolveName,
	type XmlElement,
} from '../xml/xml';

export const XSD = 'http://www.w3.org/2001/XMLSchema';

/** Types may refer to themselves; this ends the recursion. */
const MAX_REFERENCES = 32;

/** Nested groups can expand beyond memory. Later parts count as not described. */
const MAX_PARTS = 50_000;

export interface SimpleType {
	kind: 'simple';
	/** The built-in type it derives from, e.g. `int` or `dateTime`. */
	base: string;
	/** The allowed values; empty if any is allowed. */
	enumeration: string[];
	/** Several values in one text, separated by spaces. */
	isList: boolean;
}

export interface ComplexType {
	kind: 'complex';
	elements: ElementDeclaration[];
	attributes: AttributeDeclaration[];
	/** The type of the element's own text, if it has one. */
	text?: SimpleType;
	/** The schema allows any content, or does not describe it. */
	isOpen: boolean;
}

export type SchemaType = SimpleType | ComplexType;

export interface ElementDeclaration extends QName {
	isRequired: boolean;
	isRepeating: boolean;
	isNillable: boolean;
	/** Resolved on demand, because types may contain themselves. */
	type(): SchemaType;
}

interface AttributeDeclaration extends QName {
	isRequired: boolean;
	type: SimpleType;
}

/** The document of a definition decides its namespace. */
interface Definition {
	element: XmlElement;
	targetNamespace: string;
	qualifiesElements: boolean;
	qualifiesAttributes: boolean;
}

interface Occurs {
	isOptional: boolean;
	isRepeating: boolean;
}

const KINDS = [
	'element',
	'complexType',
	'simpleType',
	'group',
	'attributeGroup',
	'attribute',
] as const;
type Kind = (typeof KINDS)[number];

const key = (kind: Kind, { namespace, name }: QName) => `${kind} {${namespace}}${name}`;

const OPEN: ComplexType = { kind: 'complex', elements: [], attributes: [], isOpen: true };
const ONCE: Occurs = { isOptional: false, isRepeating: false };

const simple = (base: string): SimpleType => ({
	kind: 'simple',
	base,
	enumeration: [],
	isList: false,
});

/** All schemas of one service, read together. */
export class SchemaSet {
	private readonly definitions = new Map<string, Definition>();
	/** Resolved types by their definition. */
	private readonly types = new Map<XmlElement, SchemaType>();
	private partsLeft = MAX_PARTS;

	/** An included schema without a namespace takes that of the including one. */
	add(schema: XmlElement, namespaceOfIncluder = ''): void {
		const targetNamespace = attribute(schema, 'targetNamespace') ?? namespaceOfIncluder;
		for (const element of schema.children) {
			const name = attribute(element, 'name');
			const kind = KINDS.find((known) => known === element.name);
			if (element.namespace !== XSD || kind === undefined || name === undefined) continue;
			this.definitions.set(key(kind, { namespace: targetNamespace, name }), {
				element,
				targetNamespace,
				qualifiesElements: attribute(schema, 'elementFormDefault') === 'qualified',
				qualifiesAttributes: attribute(schema, 'attributeFormDefault') === 'qualified',
			});
		}
	}

	element(name: QName): ElementDeclaration | undefined {
		const definition = this.definitions.get(key('element', name));
		return definition && this.declareElement(definition, ONCE, 0);
	}

	/** A named type, e.g. from `xsi:type` in a response. */
	type(name: QName): SchemaType | undefined {
		const definition =
			this.definitions.get(key('complexType', name)) ??
			this.definitions.get(key('simpleType', name));
		return definition && this.typeOf(definition, 0);
	}

	private find(kind: Kind, from: Definition, qualified: string): Definition | undefined {
		const name = resolveName(from.element, qualified);
		return (
			this.definitions.get(key(kind, name)) ??
			(name.namespace === ''
				? this.definitions.get(key(kind, { ...name, namespace: from.targetNamespace }))
				: undefined)
		);
	}

	private declareElement(
		definition: Definition,
		occurs: Occurs,
		depth: number,
	): ElementDeclaration | undefined {
		const { element, targetNamespace } = definition;
		const own = occurrence(element);
		const isOptional = occurs.isOptional || own.isOptional;
		const isRepeating = occurs.isRepeating || own.isRepeating;

		const reference = attribute(element, 'ref');
		if (reference !== undefined) {
			const referred = this.find('element', definition, reference);
			return depth > MAX_REFERENCES || !referred
				? undefined
				: this.declareElement(referred, { isOptional, isRepeating }, depth + 1);
		}

		const isGlobal =
			this.definitions.get(
				key('element', { namespace: targetNamespace, name: attribute(element, 'name') ?? '' }),
			)?.element === element;
		const form = attribute(element, 'form');
		const isQualified =
			isGlobal || (form === undefined ? definition.qualifiesElements : form === 'qualified');
		let type: SchemaType | undefined;
		return {
			name: attribute(element, 'name') ?? '',
			namespace: isQualified ? targetNamespace : '',
			isRequired: !isOptional,
			isRepeating,
			isNillable: isTrue(attribute(element, 'nillable')),
			type: () => (type ??= this.typeOfElement(definition)),
		};
	}

	private typeOfElement(definition: Definition): SchemaType {
		const named = attribute(definition.element, 'type');
		if (named !== undefined) return this.typeNamed(definition, named, 0);
		const inline = definition.element.children.find(
			(child) =>
				child.namespace === XSD && (child.name === 'complexType' || child.name === 'simpleType'),
		);
		return inline ? this.typeOf({ ...definition, element: inline }, 0) : OPEN;
	}

	private typeNamed(from: Definition, qualified: string, depth: number): SchemaType {
		const name = resolveName(from.element, qualified);
		if (name.namespace === XSD) return name.name === 'anyType' ? OPEN : simple(name.name);
		const found =
			this.find('complexType', from, qualified) ?? this.find('simpleType', from, qualified);
		return found && depth <= MAX_REFERENCES ? this.typeOf(found, depth + 1) : OPEN;
	}

	private typeOf(definition: Definition, depth: number): SchemaType {
		const { element } = definition;
		const known = this.types.get(element);
		if (known) return known;
		// A type that contains itself sees this placeholder.
		this.types.set(element, OPEN);
		const type =
			element.name === 'simpleType'
				? this.simpleType(definition, depth)
				: this.complexType(definition, depth);
		this.types.set(element, type);
		return type;
	}

	private simpleType(definition: Definition, depth: number): SimpleType {
		const [content] = xsdChildren(definition.element).filter(
			(child) => child.name !== 'annotation',
		);
		if (content?.name === 'list') return { ...simple('string'), isList: true };
		if (content?.name !== 'restriction') return simple('string');
		const base = this.baseOf({ ...definition, element: content }, depth);
		const enumeration = childrenNamed(content, XSD, 'enumeration').map(
			(value) => attribute(value, 'value') ?? '',
		);
		const known = base.kind === 'simple' ? base : simple('string');
		return { ...known, enumeration: enumeration.length > 0 ? enumeration : known.enumeration };
	}

	private baseOf(definition: Definition, depth: number): SchemaType {
		const named = attribute(definition.element, 'base');
		if (named !== undefined) return this.typeNamed(definition, named, depth);
		const [inline] = childrenNamed(definition.element, XSD, 'simpleType');
		return inline ? this.simpleType({ ...definition, element: inline }, depth) : simple('string');
	}

	private complexType(definition: Definition, depth: number): ComplexType {
		const [content] = xsdChildren(definition.element).filter((child) =>
			/^(simple|complex)Content$/.test(child.name),
		);
		const [derivation] = content
			? xsdChildren(content).filter((child) => /^(extension|restriction)$/.test(child.name))
			: [];
		if (derivation === undefined) return this.contentOf(definition, depth);

		const derived = { ...definition, element: derivation };
		const base = this.baseOf(derived, depth);
		const own = this.contentOf(derived, depth);
		if (base.kind === 'simple') return { ...own, text: base };
		if (derivation.name === 'restriction') return { ...own, text: base.text };
		return {
			kind: 'complex',
			elements: [...base.elements, ...own.elements],
			attributes: [...base.attributes, ...own.attributes],
			text: base.text,
			isOpen: base.isOpen || own.isOpen,
		};
	}

	private contentOf(definition: Definition, depth: number): ComplexType {
		const type: ComplexType = { kind: 'complex', elements: [], attributes: [], isOpen: false };
		this.addContent(definition, ONCE, type, depth);
		return type;
	}

	/** Flattens sequences, choices and groups into one list of elements, in the order to send. */
	private addContent(
		definition: Definition,
		occurs: Occurs,
		into: ComplexType,
		depth: number,
	): void {
		if (depth > MAX_REFERENCES) return;
		for (const child of xsdChildren(definition.element)) {
			if (this.partsLeft === 0) {
				into.isOpen = true;
				return;
			}
			this.partsLeft -= 1;
			const inner: Definition = { ...definition, element: child };
			const own = occurrence(child);
			const both: Occurs = {
				isOptional: occurs.isOptional || own.isOptional || child.name === 'choice',
				isRepeating: occurs.isRepeating || own.isRepeating,
			};
			switch (child.name) {
				case 'sequence':
				case 'all':
				case 'choice':
					this.addContent(inner, both, into, depth + 1);
					break;
				case 'element': {
					const declared = this.declareElement(inner, occurs, depth);
					if (declared) into.elements.push(declared);
					break;
				}
				case 'group':
				case 'attributeGroup': {
					const referred = this.find(child.name, inner, attribute(child, 'ref') ?? '');
					if (referred) this.addContent(referred, both, into, depth + 1);
					break;
				}
				case 'attribute': {
					const declared = this.declareAttribute(inner);
					if (declared) into.attributes.push(declared);
					break;
				}
				case 'any':
					into.isOpen = true;
					break;
			}
		}
	}

	private declareAttribute(definition: Definition): AttributeDeclaration | undefined {
		const { element } = definition;
		const reference = attribute(element, 'ref');
		const referred =
			reference === undefined ? undefined : this.find('attribute', definition, reference);
		const name = attribute(referred?.element ?? element, 'name');
		if (name === undefined || attribute(element, 'use') === 'prohibited') return undefined;
		const type = this.typeOfElement(referred ?? definition);
		const isQualified =
			referred !== undefined ||
			(attribute(element, 'form') ?? (definition.qualifiesAttributes ? 'qualified' : '')) ===
				'qualified';
		return {
			name,
			namespace: isQualified ? (referred ?? definition).targetNamespace : '',
			isRequired: attribute(element, 'use') === 'required',
			type: type.kind === 'simple' ? type : simple('string'),
		};
	}
}

/** A type that only holds a list: one repeating element and nothing else, e.g. `ArrayOfCode`. */
export function listEntryOf(type: SchemaType): ElementDeclaration | undefined {
	if (
		type.kind !== 'complex' ||
		type.isOpen ||
		type.attributes.length > 0 ||
		type.elements.length !== 1
	)
		return undefined;
	return type.elements[0]?.isRepeating ? type.elements[0] : undefined;
}

function xsdChildren(element: XmlElement): XmlElement[] {
	return element.children.filter((child) => child.namespace === XSD);
}

function occurrence(element: XmlElement): Occurs {
	const most = attribute(element, 'maxOccurs') ?? '1';
	return {
		isOptional: attribute(element, 'minOccurs')?.trim() === '0',
		isRepeating: most === 'unbounded' || Number(most) > 1,
	};
}
