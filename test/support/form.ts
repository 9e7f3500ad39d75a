/** Fills in the form of a node as a person does in the editor: by the words that it shows. */
import type {
	INodeListSearchItems,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	NodeParameterValueType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Engine, StoredCredential } from '../../scripts/engine';
import { editorContext, nodeInEditor } from './editorContext';

const asExpression = (value: string): string | undefined =>
	value.includes('{{') ? `=${value}` : undefined;

/** People type the beginning of what they want. */
function named<T extends { name: string }>(all: readonly T[], name: string, where: string): T {
	const found =
		all.find((each) => each.name === name) ?? all.find((each) => each.name.startsWith(`${name} `));
	if (found) return found;
	const some = all.slice(0, 10).map((each) => each.name);
	throw new Error(`"${where}" has no "${name}", but ${some.join(', ')}`);
}

export class Form {
	readonly parameters: INodeParameters;

	/** `action` is the line of the node panel, such as "Send for translation". */
	constructor(
		private readonly engine: Engine,
		private readonly credential: StoredCredential,
		private readonly nodeType: INodeType,
		action?: string,
	) {
		this.parameters = action === undefined ? {} : this.choicesOf(action);
	}

	/** A path leads through the groups of the form, as in Options → Return. */
	async enter(path: readonly string[], value: string): Promise<void> {
		const [label, ...rest] = path;
		const property = this.visible().find(({ displayName }) => displayName === label);
		if (!property) throw new Error(`The form does not show "${label}"`);
		this.parameters[property.name] = await this.entered(
			property,
			rest,
			value,
			this.parameters[property.name],
		);
	}

	/** Takes a field out of its group, as in Filters → Labels. */
	remove([label, inner]: readonly string[]): void {
		const group = this.visible().find(({ displayName }) => displayName === label);
		const field = (group?.options as INodeProperties[] | undefined)?.find(
			({ displayName }) => displayName === inner,
		);
		const entered = this.parameters[group?.name ?? ''] as INodeParameters | undefined;
		if (!field || !entered || !(field.name in entered))
			throw new Error(`The form has no "${label} → ${inner}" to remove`);
		delete entered[field.name];
	}

	private get node() {
		return nodeInEditor(this.nodeType.description.name, this.parameters, this.credential);
	}

	private choicesOf(action: string): INodeParameters {
		for (const { name, displayOptions, options } of this.nodeType.description.properties) {
			if (name !== 'operation') continue;
			const chosen = (options as INodePropertyOptions[]).find((each) => each.action === action);
			if (chosen)
				return {
					resource: displayOptions!.show!.resource![0] as string,
					operation: chosen.value as string,
				};
		}
		throw new Error(`There is no action "${action}"`);
	}

	private visible(): INodeProperties[] {
		const { description } = this.nodeType;
		const { node } = this;
		const shown = NodeHelpers.getNodeParameters(
			description.properties,
			this.parameters,
			true,
			false,
			node,
			description,
		);
		return description.properties.filter((property) =>
			NodeHelpers.displayParameter(shown ?? {}, property, node, description),
		);
	}

	private async entered(
		property: INodeProperties,
		path: readonly string[],
		value: string,
		earlier: NodeParameterValueType | undefined,
	): Promise<NodeParameterValueType> {
		const { type, options = [], displayName } = property;
		if (path.length === 0) return await this.valueOf(property, value);
		const [label, ...rest] = path as [string, ...string[]];
		if (type === 'collection') {
			const inner = (options as INodeProperties[]).find(
				(each) => each.type !== 'hidden' && each.displayName === label,
			);
			if (!inner) throw new Error(`"${displayName}" does not offer "${label}"`);
			const group = (earlier ?? {}) as INodeParameters;
			return { ...group, [inner.name]: await this.entered(inner, rest, value, group[inner.name]) };
		}
		if (type === 'fixedCollection') {
			const [rowType] = options as INodePropertyCollection[];
			const field = rowType!.values.find((each) => each.displayName === label);
			if (!field) throw new Error(`A row of "${displayName}" has no "${label}"`);
			const rows = [
				...((((earlier ?? {}) as INodeParameters)[rowType!.name] as INodeParameters[]) ?? []),
			];
			if (rows.length === 0 || field.name in rows.at(-1)!) rows.push({});
			rows[rows.length - 1] = {
				...rows.at(-1),
				[field.name]: await this.entered(field, rest, value, undefined),
			};
			return { [rowType!.name]: rows };
		}
		if (type === 'resourceMapper') {
			const { value: earlierFields } = (earlier ?? {}) as { value?: INodeParameters };
			const field = (await this.mapped(property)).find((each) => each.displayName === label);
			if (!field) throw new Error(`"${displayName}" has no "${label}"`);
			return { mappingMode: 'defineBelow', value: { ...earlierFields, [field.id]: value } };
		}
		throw new Error(`"${displayName}" is no group`);
	}

	private async valueOf(property: INodeProperties, value: string): Promise<NodeParameterValueType> {
		const expression = asExpression(value);
		if (property.type === 'resourceLocator')
			return expression
				? { __rl: true, mode: 'id', value: expression }
				: await this.listed(property, value);
		if (expression !== undefined) return expression;
		if (property.type === 'boolean') return value === 'On';
		if (property.type === 'number') return Number(value);
		if (property.type === 'options') return (await this.offered(property, [value]))[0]!;
		if (property.type === 'multiOptions') return await this.offered(property, value.split(' and '));
		return value;
	}

	private async offered({ displayName, options, typeOptions }: INodeProperties, names: string[]) {
		const method = typeOptions?.loadOptionsMethod;
		const all = method
			? await this.nodeType.methods!.loadOptions![method]!.call(this.context())
			: (options as INodePropertyOptions[]);
		return names.map((name) => named(all, name, displayName).value as string);
	}

	private async mapped({ typeOptions }: INodeProperties) {
		const method = typeOptions!.resourceMapper!.resourceMapperMethod!;
		const { fields } = await this.nodeType.methods!.resourceMapping![method]!.call(this.context());
		return fields;
	}

	private async listed({ displayName, modes }: INodeProperties, name: string) {
		const method = modes!.find((mode) => mode.name === 'list')!.typeOptions!.searchListMethod!;
		const { results } = await this.nodeType.methods!.listSearch![method]!.call(this.context());
		const found: INodeListSearchItems = named(results, name, displayName);
		return { __rl: true as const, mode: 'list', value: found.value as string };
	}

	private context() {
		return editorContext(this.engine, this.node);
	}
}
