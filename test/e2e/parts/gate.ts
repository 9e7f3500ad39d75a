import type { IDataObject } from 'n8n-workflow';

import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { byId, manualWorkflow, output, START, translationJobs, withParameters } from '../workflows';
import { oftenEnough } from './polling';

const STORE = 'Your store';
const MAIL = 'Mail to a person';
const LANGUAGES = ['de-de', 'fr-fr', 'es-es'];
const TEXTS = {
	greeting: 'Hello {name}',
	button: '<b>Buy now</b>',
	price: 'Only 12 pieces left',
	headline: 'Spring is here',
	total: 'The total is: ',
	teaser: 'Read more on GitHub',
	footer: 'All rights reserved',
};

const jsonOf = (executions: readonly Execution[], node: string): IDataObject[] =>
	executions
		.filter(({ data }) => data.resultData.runData[node]?.[0])
		.flatMap((execution) => output(execution, node).map(({ json }) => json));

/** The template that rejects what is wrong, with a provider that plants a defect into every text. */
export async function gate(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
): Promise<Execution[]> {
	const { rest } = workbench;
	await sandbox.configure({ defects: 1, seed: 7 });
	const press = async (built: WorkflowInput) => {
		const { id } = await workbench.importWorkflow(built);
		return await rest.finished(await rest.run(id, START));
	};
	const { id } = await workbench.importTemplate(
		withParameters(workflow, {
			'Translations are ready': {
				pollTimes: oftenEnough,
				options: { minimumAge: 0, againAfter: 0.2 },
			},
			Collect: {
				options: {
					checkFiles: true,
					maxLengths: { length: [{ path: '*', characters: 60 }] },
					termsToKeep: 'GitHub',
				},
			},
		}),
	);
	/** The person rejects what the mail names, each delivery once. */
	const decided = new Set<unknown>();
	const decide = async () => {
		for (const mail of jsonOf(await rest.waitForExecutions(id, 0), MAIL)) {
			if (decided.has(mail.deliveryKey)) continue;
			decided.add(mail.deliveryKey);
			const now = (await sandbox.requests()).find(({ requestId }) => requestId === mail.requestId);
			if (now?.status !== 'REVIEW_TRANSLATION') continue;
			await press(
				manualWorkflow(
					'Reject',
					translationJobs('Reject', 'request', 'reject', {
						jobId: byId(String(mail.jobId)),
						requestIds: byId(String(mail.requestId)),
						note: mail.problemsText,
					}),
				),
			);
		}
	};

	await rest.activate(id);
	try {
		await press(
			manualWorkflow(
				'Send',
				...Object.entries(TEXTS).map(([key, text]) =>
					translationJobs(`Send ${key}`, 'job', 'send', {
						providerId: byId('pseudo'),
						jobName: key,
						sourceLanguage: 'en-us',
						targetLanguages: LANGUAGES,
						contentMode: 'json',
						contentJson: JSON.stringify({ [key]: text, [`${key}2`]: text }),
					}),
				),
			),
		);
		await eventually(async () => {
			await decide();
			const all = await sandbox.requests();
			return all.length === LANGUAGES.length * Object.keys(TEXTS).length &&
				all.every(({ status }) => status === 'TRANSLATION_APPROVED')
				? true
				: undefined;
		});
	} finally {
		await rest.deactivate(id);
	}
	const executions = await eventually(async () => {
		const ended = await rest.waitForExecutions(id, 0);
		return ended.length === (await rest.executions(id)).length ? ended : undefined;
	});

	const found = jsonOf(executions, 'Collect').flatMap(
		({ problems }) => problems as Array<{ check: string }>,
	);
	expect([...new Set(found.map(({ check }) => check))].sort()).toEqual([
		'length',
		'numbers',
		'placeholders',
		'tags',
		'terms',
		'untranslated',
		'whiteSpace',
	]);
	const stored = jsonOf(executions, STORE);
	expect(stored.filter(({ problems }) => (problems as unknown[]).length > 0)).toEqual([]);
	expect(new Set(stored.map(({ requestId }) => requestId)).size).toBe(
		LANGUAGES.length * Object.keys(TEXTS).length,
	);
	const rows = await rest.dataTableRows('Quality gate');
	const rejections = rows.map((row) => Number(row.rejections));
	expect(Math.max(...rejections)).toBeGreaterThan(0);
	expect(Math.max(...rejections)).toBeLessThanOrEqual(3);
	expect(toldAgain(executions)).toEqual([]);
	return executions;
}

/** Deliveries of a second mail, unless its execution began before the first mail was remembered. */
function toldAgain(executions: readonly Execution[]): unknown[] {
	const toldAt = new Map<unknown, string | null>();
	const inOrder = [...executions].sort((one, other) =>
		one.startedAt.localeCompare(other.startedAt),
	);
	return inOrder.flatMap((execution) =>
		jsonOf([execution], MAIL).flatMap(({ deliveryKey }) => {
			const before = toldAt.get(deliveryKey);
			toldAt.set(deliveryKey, execution.stoppedAt);
			return before && before < execution.startedAt ? [deliveryKey] : [];
		}),
	);
}
