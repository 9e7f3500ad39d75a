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
}

/** Not described. */
const OPEN = { kind: 'open' } as const;

export type SchemaType = SimpleType | ComplexType | typeof OPEN;

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

/** Elements, and types of both kinds. */
const KINDS = ['element', 'complexType', 'simpleType'];

const key = (kind: string, { namespace, name }: QName) => `${kind} {${namespace}}${name}`;

const simple = (base: string): SimpleType => ({ kind: 'simple', base, enumeration: [] });

/** All schemas of one service, read together. */
export class SchemaSet {
	private readonly definitions = new Map<string, Definition>();
	/** Resolved types by their definition. */
	private readonly types = new Map<XmlElement, SchemaType>();
	private elementsLeft = MAX_ELEMENTS;

	add(schema: XmlElement): void {
		const namespace = attribute(schema, 'targetNamespace') ?? '';
		const isQualified = attribute(schema, 'elementFormDefault') === 'qualified';
		for (const element of xsdChildren(schema)) {
			const name = attribute(element, 'name') ?? '';
			if (KINDS.includes(element.name))
				this.definitions.set(key(element.name, { namespace, name }), {
					element,
					targetNamespace: namespace,
					isQualified,
				});
		}
	}

	element(name: QName): ElementDeclaration | undefined {
		const definition = this.definitions.get(key('element', name));
		// At the top of a schema, it has the namespace of the schema in any case.
		return definition && { ...this.declare(definition), namespace: name.namespace };
	}

	private declare(definition: Definition): ElementDeclaration {
		const { element, targetNamespace, isQualified } = definition;
		const most = attribute(element, 'maxOccurs') ?? '1';
		let type: SchemaType | undefined;
		return {
			name: attribute(element, 'name') ?? '',
			namespace: isQualified ? targetNamespace : '',
			isRequired: attribute(element, 'minOccurs') !== '0',
			isRepeating: most === 'unbounded' || Number(most) > 1,
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
		const definition =
			this.definitions.get(key('complexType', name)) ??
			this.definitions.get(key('simpleType', name));
		return definition ? this.typeOf(definition) : OPEN;
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
		if (!restriction) return simple('string');
		const base = this.typeNamed(restriction, attribute(restriction, 'base') ?? '');
		const enumeration = childrenNamed(restriction, XSD, 'enumeration').map(
			(value) => attribute(value, 'value') ?? '',
		);
		const known = base.kind === 'simple' ? base : simple('string');
		return enumeration.length > 0 ? { ...known, enumeration } : known;
	}

	private complexType(definition: Definition): SchemaType {
		const elements = this.elementsOf(definition);
		this.elementsLeft -= elements?.length ?? 0;
		return elements && this.elementsLeft >= 0 ? { kind: 'complex', elements } : OPEN;
	}

	/** In the order to send. Undefined if there is more than this knows. */
	private elementsOf(definition: Definition): ElementDeclaration[] | undefined {
		const elements: ElementDeclaration[] = [];
		for (const element of xsdChildren(definition.element)) {
			const { name } = element;
			const isPlain = !['ref', 'minOccurs', 'maxOccurs'].some((each) => attribute(element, each));
			const inner = { ...definition, element };
			let found: ElementDeclaration[] | undefined = [];
			if (name === 'element') found = attribute(element, 'ref') ? undefined : [this.declare(inner)];
			else if (name === 'complexContent' || (name === 'sequence' && isPlain))
				found = this.elementsOf(inner);
			else if (name === 'extension') found = this.extended(inner);
			// WCF has attributes of its own, which nobody sends.
			else if (!/^(annotation|attribute|anyAttribute)$/.test(name)) found = undefined;
			if (!found) return undefined;
			elements.push(...found);
		}
		return elements;
	}

	private extended(definition: Definition): ElementDeclaration[] | undefined {
		const { element } = definition;
		const base = this.typeNamed(element, attribute(element, 'base') ?? '');
		const own = this.elementsOf(definition);
		return base.kind === 'complex' ? own && [...base.elements, ...own] : undefined;
	}
}

/** A type that only holds a list: one repeating element and nothing else, e.g. `ArrayOfCode`. */
export function listEntryOf(type: SchemaType): ElementDeclaration | undefined {
	if (type.kind !== 'complex' || type.elements.length !== 1) return undefined;
	return type.elements[0]?.isRepeating ? type.elements[0] : undefined;
}

function xsdChildren(element: XmlElement): XmlElement[] {
	return element.children.filter((child) => child.namespace === XSD);
}
