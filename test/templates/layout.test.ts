import type { IDataObject, INode } from 'n8n-workflow';

import { FIRST_TEMPLATE, readTemplates } from '../../scripts/n8n/run/templates';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const STARTS_AT_A_PATH = /\.(?:webhook|formTrigger)$/;
/** Nodes that only shape or route items. */
const NO_STORE = /\.(?:noOp|set|code|if|switch|merge|limit|summarize|scheduleTrigger)$/;
/** What somebody outside n8n can reach, and what a note says about it. */
const REACHED_FROM_OUTSIDE: Array<[(node: INode) => boolean, RegExp]> = [
	[
		({ type }) => type.endsWith('.formTrigger'),
		/Anyone who has the link .*can be reached from outside, choose an \*Authentication\* in /,
	],
	[
		({ type }) => type.endsWith('.webhook'),
		/Who can reach .*has the user name and password .*nobody else: choose a long password/,
	],
	[
		({ type }) => type.endsWith('.mcpTrigger'),
		/anyone who has the address .*choose a long token\. Without \*Authentication\*/,
	],
	[({ type }) => type.endsWith('.chatTrigger'), /The chat is for users of this n8n/],
	[({ type }) => type.endsWith('.translationJobsTrigger'), /Its address is signed/],
	[
		({ type, parameters }) => parameters.operation === 'sendAndWait' || type.endsWith('HitlTool'),
		/Whoever has the link of (?:the|a) mail can approve/,
	],
];
/** Nobody can leave these as they are. */
const PLACEHOLDER = /"value":"pseudo"|@example\.com|"the-id-of-/;
/** Right in Docker. A note says where to change it. */
const HOME = '/home/node/';
/** As n8n calls them when a person adds them. */
const STEPS = {
	send: 'Send for translation',
	preview: 'Preview',
	collect: 'Collect translations',
	approve: 'Approve requests',
	reject: 'Reject requests',
};
const PACKAGE = 'n8n-nodes-translation-jobs.';
/** They hand on what comes from the step before. */
const handsOn = ({ type, parameters }: INode) =>
	/\.(?:filter|if|limit)$/.test(type) ||
	(type.startsWith(PACKAGE) && parameters.operation === 'getAll');
/** A node on n8n's canvas with the lines of its name below it. */
const NODE = { width: 96, height: 144 };
/** Nodes with tools below them. */
const WIDE = { width: 240, height: 144 };
const IS_WIDE = /\.(?:agent|mcpTrigger)$|HitlTool$/;
const ENTRIES = 'keep-entries-translated.json';
/** What n8n shows of a canvas on a laptop. */
const CANVAS = { width: 1280, height: 640 };
const READABLE_ZOOM = 0.6;

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

function areaOf({ type, position: [x, y], parameters }: INode): Area {
	if (type === STICKY_NOTE)
		return { x, y, width: Number(parameters.width), height: Number(parameters.height) };
	return { x, y, ...(IS_WIDE.test(type) ? WIDE : NODE) };
}

const overlap = (a: Area, b: Area) =>
	a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(readTemplates())('$file', ({ file, workflow: { nodes, connections } }) => {
	it('a note explains it, and nothing lies on top of anything else', () => {
		expect(nodes.some(({ type }) => type === STICKY_NOTE)).toBe(true);
		const covered = nodes.flatMap((one, index) =>
			nodes
				.slice(index + 1)
				.filter((other) => overlap(areaOf(one), areaOf(other)))
				.map((other) => `${one.name} / ${other.name}`),
		);
		expect(covered).toEqual([]);
	});

	it('ids and names are unique, connections lead to nodes that exist', () => {
		for (const key of ['id', 'name'] as const)
			expect(new Set(nodes.map((node) => node[key])).size).toBe(nodes.length);
		const targets = Object.values(connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat()
				.flatMap((output) => (output ?? []).map(({ node }) => node)),
		);
		const names = nodes.map(({ name }) => name);
		expect(
			[...Object.keys(connections), ...targets].filter((name) => !names.includes(name)),
		).toEqual([]);
	});

	it("n8n's large button starts what a person starts by hand", () => {
		// n8n prefers every other trigger of a service to the manual one.
		const triggers = nodes.filter(({ type }) => type.endsWith('Trigger'));
		if (triggers.some(({ type }) => type === 'n8n-nodes-base.manualTrigger'))
			expect(triggers).toHaveLength(1);
	});

	it('can be imported and published twice, or a note names the path that only one can have', () => {
		expect(nodes.filter(({ webhookId }) => webhookId !== undefined)).toEqual([]);
		const notes = nodes
			.filter(({ type }) => type === STICKY_NOTE)
			.map(({ parameters }) => String(parameters.content));
		for (const { type, parameters } of nodes.filter(({ type }) => STARTS_AT_A_PATH.test(type))) {
			const path = parameters.path ?? (parameters.options as IDataObject | undefined)?.path;
			const says = notes.some((note) => note.includes(`*${String(path)}*`) && /twice/.test(note));
			expect([type, path, path === undefined || says]).toEqual([type, path, true]);
		}
	});

	it('approves only what comes from a store', () => {
		const before = (name: string): INode[] =>
			nodes
				.filter((node) =>
					Object.values(connections[node.name] ?? {}).some((outputs) =>
						outputs.flat().some((to) => to?.node === name),
					),
				)
				.flatMap((node) => (handsOn(node) ? before(node.name) : node));
		const approving = nodes.filter(({ parameters }) => parameters.operation === 'approve');
		// The first template sends samples, and the editor shows their translations.
		const sources = file === FIRST_TEMPLATE ? [] : approving.flatMap(({ name }) => before(name));
		expect(sources.filter(({ type }) => type.startsWith(PACKAGE) || NO_STORE.test(type))).toEqual(
			[],
		);
	});

	it('its note names the credentials, at most three values, and how to change it', () => {
		const content = String(nodes.find(({ name }) => name === 'About')?.parameters.content);
		const said = (what: string) =>
			new RegExp(`^\\*\\*${what}:\\*\\* (.+)\\.$`, 'm').exec(content)?.[1] ?? '';
		expect(said('Credentials')).toContain('Translation Jobs');
		// One sentence.
		expect(said('Another system')).toMatch(/^(?:[^.]|\.(?! ))+$/);

		const values = said('Values') === 'none' ? [] : said('Values').split('; ');
		expect(values.length).toBeLessThanOrEqual(3);
		const named = values.map((value) => /^\*.+?\* in \*(.+?)\*/.exec(value)?.[1]);
		expect(named.filter((name) => !nodes.some((node) => node.name === name))).toEqual([]);
		const toBeSet = nodes.filter(
			({ type, parameters }) =>
				type !== STICKY_NOTE && PLACEHOLDER.test(JSON.stringify(parameters)),
		);
		expect(toBeSet.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
		const inHome = nodes.filter(({ parameters }) => JSON.stringify(parameters).includes(HOME));
		const untold = inHome.filter(({ name }) => name !== 'About' && !content.includes(`*${name}*`));
		expect(untold.map(({ name }) => name)).toEqual([]);
	});

	it('has no stand-in', () => {
		expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.noOp')).toEqual([]);
		expect(nodes.filter(({ name }) => /^(?:Your|Tell somebody)/.test(name))).toEqual([]);
	});

	it('a step has the same name as in every other template', () => {
		const steps = nodes.filter(({ type }) => type === `${PACKAGE}translationJobs`);
		const others = steps.filter(({ name, parameters }) => {
			const usual = STEPS[parameters.operation as keyof typeof STEPS];
			return usual && !name.startsWith(usual);
		});
		expect(others.map(({ name }) => name)).toEqual([]);
		const polls = nodes.filter(({ type }) => type.endsWith('.translationJobsContentPollTrigger'));
		expect(polls.map(({ name }) => name)).toEqual(polls.map(() => 'Translations are ready'));
	});

	it('a note says who can reach what is open to others, and how to protect it', () => {
		const notes = nodes
			.filter(({ type }) => type === STICKY_NOTE)
			.flatMap(({ parameters }) => String(parameters.content).split('\n'));
		const unsaid = REACHED_FROM_OUTSIDE.filter(
			([isReached, says]) => nodes.some(isReached) && !notes.some((line) => says.test(line)),
		);
		expect(unsaid.map(([, says]) => says)).toEqual([]);
	});

	it('says how to change its languages, where they are fixed', () => {
		const fixed = nodes.filter(({ parameters }) => Array.isArray(parameters.targetLanguages));
		const note = String(nodes.find(({ name }) => name === 'About')?.parameters.content);
		const unsaid = fixed.filter(
			({ name }) =>
				!(note.includes('*Target Language Names or IDs*') && note.includes(`*${name}*`)),
		);
		expect(unsaid.map(({ name }) => name)).toEqual([]);
	});

	it('nothing in it forgets or refuses a delivery that comes again', () => {
		expect(nodes.filter(({ type }) => type === 'n8n-nodes-base.removeDuplicates')).toEqual([]);
	});

	it('nodes of this package name their credential by its type and carry no id of anybody', () => {
		for (const node of nodes.filter(({ type }) => type.startsWith(PACKAGE))) {
			const type =
				node.type === `${PACKAGE}projectSettings`
					? 'translationProjectSettingsApi'
					: 'translationJobsApi';
			expect(node.credentials).toEqual({ [type]: { id: type, name: expect.any(String) } });
		}
	});
});

it('the template for entries can be read when the canvas shows all of it', () => {
	const { workflow } = readTemplates().find(({ file }) => file === ENTRIES)!;
	const areas = workflow.nodes.map(areaOf);
	const extent = (start: 'x' | 'y', length: 'width' | 'height') =>
		Math.max(...areas.map((area) => area[start] + area[length])) -
		Math.min(...areas.map((area) => area[start]));
	expect(extent('x', 'width')).toBeLessThanOrEqual(CANVAS.width / READABLE_ZOOM);
	expect(extent('y', 'height')).toBeLessThanOrEqual(CANVAS.height / READABLE_ZOOM);
});
