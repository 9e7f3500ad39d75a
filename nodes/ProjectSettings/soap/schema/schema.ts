import {
	attribute,
	childrenNamed,
	isTrue,
	type QName,
	resolveName,
	type XmlElement,
} from '../xml/xml';

/**
 * What a WCF service publishes of its messages: sequences, types that extend others, enumerations,
 * lists. What lies beyond that is open: it is sent and read as it is given.
 */

export const XSD = 'http://www.w3.org/2001/XMLSchema';

/** Of all types together. Types that extend others can stand for more than fits into memory. */
const MAX_ELEMENTS = 50_000;

export interface SimpleType {
	kind: 'simple';
	/** The built-in type it derives from, e.g. `int` or `dateTime`. */
	base: string;
	/** The allowed values; empty if any is allowed. */
	enumeration: string[];
}

export interface ComplexType {
	kind: 'complex';
	elements: ElementDeclaration[];
	/** The schema allows more than its elements, or does not describe the type. */
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

/** The document of a definition decides its namespace. */
interface Definition {
	element: XmlElement;
	targetNamespace: string;
	isQualified: boolean;
}

interface Occurs {
	isOptional: boolean;
	isRepeating: boolean;
}

const KINDS = ['element', 'complexType', 'simpleType'] as const;
type Kind = (typeof KINDS)[number];

const key = (kind: Kind, { namespace, name }: QName) => `${kind} {${namespace}}${name}`;

const OPEN: ComplexType = { kind: 'complex', elements: [], isOpen: true };
const ONCE: Occurs = { isOptional: false, isRepeating: false };

const simple = (base: string): SimpleType => ({ kind: 'simple', base, enumeration: [] });

/** All schemas of one service, read together. */
export class SchemaSet {
	private readonly definitions = new Map<string, Definition>();
	/** Resolved types by their definition. */
	private readonly types = new Map<XmlElement, SchemaType>();
	private elementsLeft = MAX_ELEMENTS;

	add(schema: XmlElement): void {
		const targetNamespace = attribute(schema, 'targetNamespace') ?? '';
		const isQualified = attribute(schema, 'elementFormDefault') === 'qualified';
		for (const element of xsdChildren(schema)) {
			const name = attribute(element, 'name');
			const kind = KINDS.find((known) => known === element.name);
			if (kind !== undefined && name !== undefined)
				this.definitions.set(key(kind, { namespace: targetNamespace, name }), {
					element,
					targetNamespace,
					isQualified,
				});
		}
	}

	element(name: QName): ElementDeclaration | undefined {
		const definition = this.definitions.get(key('element', name));
		// At the top of a schema, it has the namespace of the schema in any case.
		return definition && { ...this.declare(definition, ONCE), namespace: name.namespace };
	}

	/** A named type, e.g. from `xsi:type` in a response. */
	type(name: QName): SchemaType | undefined {
		const definition =
			this.definitions.get(key('complexType', name)) ??
			this.definitions.get(key('simpleType', name));
		return definition && this.typeOf(definition);
	}

	private declare(definition: Definition, occurs: Occurs): ElementDeclaration {
		const { element, targetNamespace, isQualified } = definition;
		const { isOptional, isRepeating } = both(occurs, element);
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
		if (named !== undefined) return this.typeNamed(definition.element, named);
		const inline = xsdChildren(definition.element).find(({ name }) => /Type$/.test(name));
		return inline ? this.typeOf({ ...definition, element: inline }) : OPEN;
	}

	private typeNamed(from: XmlElement, qualified: string): SchemaType {
		const name = resolveName(from, qualified);
		if (name.namespace === XSD) return name.name === 'anyType' ? OPEN : simple(name.name);
		return this.type(name) ?? OPEN;
	}

	private typeOf(definition: Definition): SchemaType {
		const { element } = definition;
		const known = this.types.get(element);
		if (known) return known;
		// A type that contains itself sees this placeholder.
		this.types.set(element, OPEN);
		const type =
			element.name === 'simpleType' ? this.simpleType(element) : this.complexType(definition);
		this.types.set(element, type);
		return type;
	}

	private simpleType(element: XmlElement): SimpleType {
		const [restriction] = childrenNamed(element, XSD, 'restriction');
		const named = restriction && attribute(restriction, 'base');
		if (named === undefined) return simple('string');
		const base = this.typeNamed(restriction!, named);
		const known = base.kind === 'simple' ? base : simple('string');
		const values = childrenNamed(restriction!, XSD, 'enumeration');
		return values.length === 0
			? known
			: { ...known, enumeration: values.map((value) => attribute(value, 'value') ?? '') };
	}

	private complexType(definition: Definition): ComplexType {
		const [content] = childrenNamed(definition.element, XSD, 'complexContent');
		if (!content) return this.limited(this.contentOf(definition, ONCE));
		const [extension] = childrenNamed(content, XSD, 'extension');
		if (!extension) return OPEN;
		const base = this.typeNamed(extension, attribute(extension, 'base') ?? '');
		const own = this.contentOf({ ...definition, element: extension }, ONCE);
		if (base.kind === 'simple' || base === OPEN || own === OPEN) return OPEN;
		return this.limited({
			kind: 'complex',
			elements: [...base.elements, ...own.elements],
			isOpen: base.isOpen || own.isOpen,
		});
	}

	private limited(type: ComplexType): ComplexType {
		this.elementsLeft -= type.elements.length;
		return this.elementsLeft < 0 ? OPEN : type;
	}

	/** Makes one list of elements of all sequences and choices, in the order to send. */
	private contentOf(definition: Definition, occurs: Occurs): ComplexType {
		const type: ComplexType = { kind: 'complex', elements: [], isOpen: false };
		for (const child of xsdChildren(definition.element)) {
			const inner: Definition = { ...definition, element: child };
			const isReference = attribute(child, 'ref') !== undefined;
			if (/^(sequence|all|choice)$/.test(child.name)) {
				const around = both(occurs, child);
				const isOptional = around.isOptional || child.name === 'choice';
				const content = this.contentOf(inner, { ...around, isOptional });
				// Nobody knows where the part that is not described belongs.
				if (content === OPEN) return OPEN;
				type.elements.push(...content.elements);
				type.isOpen ||= content.isOpen;
			} else if (child.name === 'element' && !isReference) {
				type.elements.push(this.declare(inner, occurs));
			} else if (/^(any|anyAttribute)$/.test(child.name)) {
				type.isOpen = true;
			} else if (child.name === 'attribute') {
				// WCF itself refers to attributes of its own, which nobody sends.
				type.isOpen ||= !isReference;
			} else if (child.name !== 'annotation') {
				return OPEN;
			}
		}
		return type;
	}
}

/** A type that only holds a list: one repeating element and nothing else, e.g. `ArrayOfCode`. */
export function listEntryOf(type: SchemaType): ElementDeclaration | undefined {
	if (type.kind === 'simple' || type.isOpen || type.elements.length !== 1) return undefined;
	return type.elements[0]?.isRepeating ? type.elements[0] : undefined;
}

function xsdChildren(element: XmlElement): XmlElement[] {
	return element.children.filter((child) => child.namespace === XSD);
}

/** How often an element occurs within what is around it. */
function both(around: Occurs, element: XmlElement): Occurs {
	const most = attribute(element, 'maxOccurs') ?? '1';
	return {
		isOptional: around.isOptional || attribute(element, 'minOccurs')?.trim() === '0',
		isRepeating: around.isRepeating || most === 'unbounded' || Number(most) > 1,
	};
}
