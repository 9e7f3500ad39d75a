import type { IDataObject, INode } from 'n8n-workflow';

import { workflowLabel } from '../../../nodes/rules/runLabels';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { withParameters } from '../workflows';
import { english, LANGUAGES, type System, type Texts } from './system';

const NIGHT = 'Every night';
const READY = 'Translations are ready';
const YEARLY = { field: 'cronExpression', expression: '0 0 1 1 *' };
const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

const nodesRun = ({ data }: Execution) => Object.keys(data.resultData.runData);

/** The template as a person sets it up: values, and credentials for HTTP Request. */
async function setUp(
	{ workbench }: Environment,
	workflow: WorkflowInput,
	{ settings, credentials }: System,
): Promise<string> {
	const stored = new Map<string, { id: string; name: string }>();
	for (const input of credentials) {
		const credential = await workbench.rest.createCredential(input);
		stored.set(input.type, credential);
		workbench.credentials.set(input.type, { ...credential, data: input.data });
	}
	const node = (name: string) => workflow.nodes.find((each) => each.name === name)!;
	const { assignments } = node('Settings').parameters.assignments as {
		assignments: IDataObject[];
	};
	const ready = node(READY);
	const set = withParameters(workflow, {
		Settings: {
			assignments: {
				assignments: assignments.map((field) => ({
					...field,
					value: settings[String(field.name)],
				})),
			},
		},
		[NIGHT]: { rule: { interval: [YEARLY] } },
		[READY]: {
			pollTimes: { item: [{ mode: 'custom', cronExpression: YEARLY.expression }] },
			options: {
				...(ready.parameters.options as IDataObject),
				minimumAge: 0,
				againAfter: 0.01,
				sweepInterval: 0,
			},
		},
	});
	const nodes = set.nodes.map((node): INode => {
		const type = String(node.parameters.nodeCredentialType);
		const credential = stored.get(type);
		return credential ? { ...node, credentials: { [type]: credential } } : node;
	});
	return (await workbench.importTemplate({ ...set, nodes })).id;
}

/**
 * All texts go out, nothing, then one. The first write fails once, and a correction stays. Returns
 * the executions.
 */
export async function story(
	environment: Environment,
	workflow: WorkflowInput,
	system: System,
): Promise<Execution[]> {
	const { sandbox, workbench } = environment;
	const { rest } = workbench;
	const id = await setUp(environment, workflow, system);
	const source = english(system.mark);

	const sent = async () =>
		(await sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcecontent$' }))
			.map(({ body }) => (body as { fields: Array<{ value: string }> }).fields)
			.map((fields) => fields.map(({ value }) => value).sort())
			.filter((values) => values.some((value) => value.includes(system.mark)));
	const night = async () => {
		const before = (await sent()).length;
		const { status, data } = await rest.finished(await rest.run(id, NIGHT));
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		return (await sent()).slice(before);
	};
	/** A trigger that polls does it once when it is activated, so nothing runs beside it. */
	const poll = async () => {
		await rest.activate(id);
		await rest.deactivate(id);
		await ended();
	};
	const ended = async () =>
		await eventually(async () => {
			const all = await rest.waitForExecutions(id, 0);
			return all.length === (await rest.executions(id)).length ? all : undefined;
		});
	const delivered = async (jobs: number) =>
		await eventually(async () => {
			const own = (await sandbox.jobs()).filter((job) =>
				JSON.stringify(job).includes(workflowLabel(id)),
			);
			expect(own).toHaveLength(jobs);
			if (own.every(({ status }) => status === 'COMPLETED')) return true;
			await poll();
			return undefined;
		});
	const translations = async () => {
		const texts = {} as Record<string, Texts | undefined>;
		for (const language of LANGUAGES) texts[language] = await system.read(language);
		return texts;
	};
	const translated = (language: string) => expect.stringContaining(`[${language}] `) as string;

	await system.failNextWrite();
	expect(await night()).toEqual([Object.values(source).sort()]);
	await delivered(1);
	const first = await translations();
	expect(first).toEqual(
		Object.fromEntries(
			LANGUAGES.map((language) => [
				language,
				{ title: translated(language), body: translated(language) },
			]),
		),
	);
	await system.check(1);

	expect(await night()).toEqual([]);

	const [language, other] = LANGUAGES as [string, string];
	const correction = 'Endlich Frühling';
	await system.correct(language, { title: correction });
	const body = `Our spring sale ends today, ${system.mark}.`;
	await system.change({ body });
	expect(await night()).toEqual([[body]]);
	await delivered(2);
	const second = await translations();
	expect(second).toEqual({
		[language]: { title: correction, body: translated(language) },
		[other]: { title: first[other]?.title, body: translated(other) },
	});
	for (const each of LANGUAGES) expect(second[each]?.body).not.toBe(first[each]?.body);
	await system.check(2);

	await system.changeUntranslated?.();
	expect(await night()).toEqual([]);
	await system.check(2);

	const executions = await ended();
	// The one whose write failed.
	expect(executions.filter(({ status }) => status !== 'success')).toHaveLength(1);
	const ran = new Set(executions.flatMap(nodesRun));
	expect([...ran].sort()).toEqual(
		workflow.nodes
			.filter(({ type }) => type !== STICKY_NOTE)
			.map(({ name }) => name)
			.sort(),
	);
	return executions;
}
