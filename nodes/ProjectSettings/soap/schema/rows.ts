import type { FieldType } from 'n8n-workflow';

import { isRecord } from '../../../../l10n/json';
import { type FieldEntries, isEmptyField } from './encode';
import { type ComplexType, type ElementDeclaration, listEntryOf, type SchemaType } from './schema';
import { jsonKind } from './values';

/** A form is flat: the fields of a nested object are rows of their own. */
export interface Row {
	/** The names of the objects around it and its own. */
	id: string;
	/** Its own name, unless another row has it as well. */
	name: string;
	element: ElementDeclaration;
	shownAs: FieldType;
	/** The objects around it are required, too. */
	isRequired: boolean;
}

/** No name can contain it. */
const SEPARATOR = '/';
/** Types may contain themselves. */
const MAX_DEPTH = 3;
/** The editor cannot show more. */
export const MAX_ROWS = 1_000;

/** Stops behind the limit. */
export function rowsOf(type: SchemaType): Row[] {
	const rows: Row[] = [];
	const add = ({ elements }: ComplexType, path: string, isRequired: boolean, depth: number) => {
		for (const element of elements) {
			if (rows.length > MAX_ROWS) return;
			const id = path + element.name;
			const isNeeded = isRequired && element.isRequired && !element.isNillable;
			const inner = depth < MAX_DEPTH ? fieldsIn(element) : undefined;
			if (inner) add(inner, id + SEPARATOR, isNeeded, depth + 1);
			else
				rows.push({
					id,
					name: element.name,
					element,
					shownAs: fieldType(element),
					isRequired: isNeeded,
				});
		}
	};
	if (type.kind === 'complex') add(type, '', true, 1);
	const counts = new Map<string, number>();
	for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
	return rows.map((row) => (counts.get(row.name)! > 1 ? { ...row, name: row.id } : row));
}

function fieldType({ isRepeating, type: typeOf }: ElementDeclaration): FieldType {
	if (isRepeating) return 'array';
	const type = typeOf();
	if (type.kind !== 'simple') return 'object';
	return type.enumeration.length > 0 ? 'options' : jsonKind(type.base);
}

/** Nothing but fields, so that rows can show all of it. */
function fieldsIn(element: ElementDeclaration): ComplexType | undefined {
	const type = element.type();
	const isPlain =
		type.kind === 'complex' &&
		!element.isRepeating &&
		type.elements.length > 0 &&
		!listEntryOf(type);
	return isPlain ? type : undefined;
}

/** Puts the values of rows into their objects. An object without any value is left out. */
export function nestRows(values: FieldEntries): FieldEntries {
	const parentOf = (id: string) => id.slice(0, id.lastIndexOf(SEPARATOR) + 1);
	const filled = values.filter(([, value]) => !isEmptyField(value)).map(([id]) => id);
	const whole = emptyObject();
	for (const [id, value] of values) {
		if (!filled.some((other) => other.startsWith(parentOf(id))) && parentOf(id) !== '') continue;
		const names = id.split(SEPARATOR);
		const last = names.pop()!;
		let parent = whole;
		for (const name of names) {
			const known = parent[name];
			const inner = isRecord(known) ? known : emptyObject();
			parent[name] = inner;
			parent = inner;
		}
		parent[last] = value;
	}
	return Object.entries(whole);
}

/** A service may call a field `__proto__`. */
const emptyObject = () => Object.create(null) as Record<string, unknown>;
