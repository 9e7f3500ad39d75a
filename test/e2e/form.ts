/**
 * Fills in the form of a node as a person does in the editor: by the words that n8n shows. A running
 * n8n says what the form and its lists have.
 */
import type {
	INodeListSearchItems,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
	NodeParameterValueType,
	ResourceMapperFields,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { Workbench } from '../../scripts/n8n/run/workbench';

/** In a value that stands for several choices. No quotation of a page has it. */
export const BETWEEN_CHOICES = '\n';

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
		private readonly workbench: Pick<Workbench, 'rest' | 'credentials'>,
		private readonly description: INodeTypeDescription,
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

	/** The newest one, as when somebody adds the node. */
	get typeVersion(): number {
		return Math.max(...[this.description.version].flat());
	}

	private choicesOf(action: string): INodeParameters {
		for (const { name, displayOptions, options } of this.description.properties) {
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
		const { description, typeVersion } = this;
		const node = { typeVersion };
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
		if (property.type === 'multiOptions')
			return await this.offered(property, value.split(BETWEEN_CHOICES));
		return value;
	}

	private async offered(property: INodeProperties, names: string[]) {
		const { displayName, options, typeOptions } = property;
		const all = typeOptions?.loadOptionsMethod
			? await this.ask<INodePropertyOptions[]>('options', typeOptions.loadOptionsMethod, property)
			: (options as INodePropertyOptions[]);
		return names.map((name) => named(all, name, displayName).value as string);
	}

	private async mapped(property: INodeProperties) {
		const method = property.typeOptions!.resourceMapper!.resourceMapperMethod!;
		const { fields } = await this.ask<ResourceMapperFields>(
			'resource-mapper-fields',
			method,
			property,
		);
		return fields;
	}

	private async listed(property: INodeProperties, name: string) {
		const { searchListMethod } = property.modes!.find((mode) => mode.name === 'list')!.typeOptions!;
		const { results } = await this.ask<{ results: INodeListSearchItems[] }>(
			'resource-locator-results',
			searchListMethod!,
			property,
		);
		const { value } = named(results, name, property.displayName);
		return { __rl: true as const, mode: 'list', value: value as string };
	}

	private async ask<T>(
		kind: Parameters<Workbench['rest']['dynamicParameters']>[0],
		methodName: string,
		{ name }: INodeProperties,
	): Promise<T> {
		const { rest, credentials } = this.workbench;
		const chosen = (this.description.credentials ?? []).flatMap((each) => {
			const stored = credentials.get(each.name);
			return stored ? [[stored.type, { id: stored.id, name: stored.name }] as const] : [];
		});
		return await rest.dynamicParameters<T>(kind, {
			path: `parameters.${name}`,
			methodName,
			nodeTypeAndVersion: { name: this.description.name, version: this.typeVersion },
			currentNodeParameters: this.parameters,
			credentials: Object.fromEntries(chosen),
		});
	}
}
