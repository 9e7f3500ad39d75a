/** Writes docs/reference/<node>.md from the nodes' descriptions. A test keeps the two equal. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

const ROOT = join(__dirname, '..');
const FOLDER = join(ROOT, 'docs', 'reference');

type Shown = Record<string, unknown[]>;

/** Advanced options of every operation are explained once, at the top of the page. */
const COMMON = new Set(['concurrency', 'maxTries', 'maxWaitSeconds']);

const TYPES: Record<string, string> = {
	resourceLocator: 'from list or by ID',
	fixedCollection: 'rows',
	collection: 'fields',
	multiOptions: 'choices',
	options: 'choice',
	boolean: 'on/off',
	dateTime: 'date',
	json: 'JSON',
	resourceMapper: 'form',
	string: 'text',
};

const isShown = ({ displayOptions }: INodeProperties, values: Record<string, string>) =>
	Object.entries((displayOptions?.show ?? {}) as Shown).every(
		([name, allowed]) => values[name] === undefined || allowed.includes(values[name]),
	) &&
	!Object.entries((displayOptions?.hide ?? {}) as Shown).some(
		([name, hidden]) => values[name] !== undefined && hidden.includes(values[name]),
	);

const cell = (text: string) =>
	text
		.replace(/<[^>]+>/g, '')
		.replace(/\|/g, '\\|')
		.replace(/\s+/g, ' ')
		.trim();

function choices({ options }: INodeProperties): string {
	const values = (options ?? []) as INodePropertyOptions[];
	return values.length > 0 && values.length <= 12
		? ` One of: ${values.map(({ name }) => name).join(', ')}.`
		: '';
}

function rows(properties: INodeProperties[], depth = 0): string[] {
	return properties.flatMap((property) => {
		const { displayName, name, type, description = '', required } = property;
		if (
			type === 'hidden' ||
			type === 'notice' ||
			type === 'callout' ||
			(depth > 0 && COMMON.has(name))
		)
			return [];
		const indent = '&nbsp;&nbsp;'.repeat(depth);
		const text = /[.!?]$/.test(description) || description === '' ? description : `${description}.`;
		const explained = ['options', 'multiOptions'].includes(type) ? text + choices(property) : text;
		const row = `| ${indent}${cell(displayName)}${required ? ' *' : ''} | \`${name}\` | ${TYPES[type] ?? type} | ${cell(explained)} |`;
		const inner =
			type === 'collection'
				? ((property.options ?? []) as INodeProperties[])
				: type === 'fixedCollection'
					? ((property.options ?? []) as INodePropertyCollection[]).flatMap(({ values }) => values)
					: [];
		const innerRows = rows(inner, depth + 1);
		// It holds only the options of every operation.
		if (name === 'advanced' && innerRows.length === 0) return [];
		return [row, ...innerRows];
	});
}

function table(properties: INodeProperties[]): string[] {
	const lines = rows(properties);
	return lines.length > 0
		? ['', '| Field | Name | Kind | |', '|---|---|---|---|', ...lines, '']
		: ['', 'No fields.', ''];
}

export function referenceOf(description: INodeTypeDescription): string {
	const { properties } = description;
	const lines = [
		`# ${description.displayName}`,
		'',
		`${description.description}.`,
		'',
		'Generated from the node by `npm run docs`. Fields marked * are required.',
		'',
	];
	const resources = properties.find(({ name }) => name === 'resource');
	if (!resources) return [...lines, ...table(properties)].join('\n').trimEnd() + '\n';

	const optionsIn = (name: string, fields: INodeProperties[]) =>
		fields.flatMap((field) =>
			field.name === name ? ((field.options ?? []) as INodeProperties[]) : [],
		);
	const options = optionsIn('advanced', optionsIn('options', properties));
	const common = [...COMMON].flatMap(
		(name) => options.find((option) => option.name === name) ?? [],
	);
	if (common.length > 0) lines.push('Options of every operation, in *Advanced*:', ...table(common));

	for (const resource of resources.options as INodePropertyOptions[]) {
		const chosen = { resource: String(resource.value) };
		const operations = properties.find(
			(property) => property.name === 'operation' && isShown(property, chosen),
		);
		lines.push(`## ${resource.name} — \`${resource.value}\``, '');
		for (const operation of (operations?.options ?? []) as INodePropertyOptions[]) {
			const values = { ...chosen, operation: String(operation.value) };
			const fields = properties.filter(
				(property) =>
					!['resource', 'operation'].includes(property.name) && isShown(property, values),
			);
			lines.push(
				`### ${resource.name}: ${operation.name} — \`${operation.value}\``,
				'',
				cell(operation.description ?? ''),
				...table(fields),
			);
		}
	}
	return lines.join('\n').trimEnd() + '\n';
}

export function references(): Map<string, string> {
	const files = readdirSync(join(ROOT, 'nodes'), { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.node.ts'),
	);
	return new Map(
		files.sort().map((file) => {
			const name = basename(file, '.node.ts');
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			const module = require(join(ROOT, 'nodes', file)) as Record<
				string,
				new () => { description: INodeTypeDescription }
			>;
			const { description } = new module[name]!();
			return [join(FOLDER, `${description.name}.md`), referenceOf(description)] as const;
		}),
	);
}

/** References that are missing or outdated. */
export function outdated(): string[] {
	return [...references()].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

function read(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return undefined;
	}
}

if (require.main === module) {
	mkdirSync(FOLDER, { recursive: true });
	for (const [path, text] of references()) writeFileSync(path, text);
	console.log(`Wrote ${references().size} pages to docs/reference`);
}
