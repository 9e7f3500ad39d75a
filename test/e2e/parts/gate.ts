import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import type { Mail, MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { submit } from '../forms';
import { byId, manualWorkflow, output, START, translationJobs, withParameters } from '../workflows';
import { oftenEnough } from './polling';

const STORE = 'Write to the folder';
const MESSAGE = 'Message';
const FORM_REJECT = 'Reject requests of the form';
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

const REJECT = 'Reject it: the provider delivers it again';
const ACCEPT = 'Store and approve it as it is';

interface Decided {
	requestId: string;
	deliveryKey: string;
	note: string;
}

/** Opens the link of a mail and fills in the form. */
async function decideByForm(text: string, decision: string): Promise<Decided> {
	const link = new URL(/http\S+$/.exec(text.trim())![0]);
	const page = await (await fetch(link)).text();
	for (const [name, value] of link.searchParams)
		expect([name, page.includes(value)]).toEqual([name, true]);
	const { jobId, requestId, deliveryKey } = Object.fromEntries(link.searchParams);
	// The person says what the mail says.
	const note = /\nWhat was found:\n([^]*)\n\nIt stays in review/.exec(text)![1]!;
	const hidden = [jobId!, requestId!, deliveryKey!];
	await submit(link.origin + link.pathname, '', ...hidden, decision, note);
	return { requestId: requestId!, deliveryKey: deliveryKey!, note };
}

/** A translation that the store refuses: its folder is not there. A person is told, and rejects it. */
async function stuck(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
	mails: Mail[],
): Promise<Execution[]> {
	const { rest } = workbench;
	await sandbox.seed({
		jobs: 1,
		requestsPerJob: 1,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: new Date(Date.now() - 3_600_000).toISOString(),
	});
	const { id } = await workbench.importTemplate(
		withParameters(workflow, {
			'Translations are ready': { pollTimes: oftenEnough, options: { againAfter: 0.01 } },
			[STORE]: { fileName: `${workbench.filesFolder}/missing/{{ $json.storeName }}` },
		}),
	);
	await rest.activate(id);
	try {
		const { text } = await eventually(async () => mails.splice(0)[0]);
		const [job] = await sandbox.jobs();
		const [request] = await sandbox.requests();
		expect(text.split('\n').slice(0, -1)).toEqual([
			`Job: ${job!.jobName} (${job!.jobId})`,
			`Request: Item 1 (${request!.requestId})`,
			'Language: from en-us into fr-fr',
			'',
			'What was found:',
			'It was handed over 5 times, so something keeps it from being stored.',
			'',
			'It stays in review until you decide. Store and approve it as it is, reject it, or leave it:',
		]);
		const { requestId, note } = await decideByForm(text, REJECT);
		const rejected = await eventually(async () =>
			(await rest.waitForExecutions(id, 0)).find(
				({ data }) => data.resultData.runData[FORM_REJECT],
			),
		);
		expect(
			(await sandbox.log({ origin: 'rest', method: 'PUT', path: 'reject$' })).map(
				({ body }) => body,
			),
		).toEqual([{ requestIds: [requestId], note }]);
		return [rejected];
	} finally {
		await rest.deactivate(id);
		await sandbox.reset();
	}
}

/** The template that rejects what is wrong, with a provider that plants a defect into every text. */
export async function gate(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
	{ mails }: MailServer,
): Promise<Execution[]> {
	const { rest } = workbench;
	const stuckExecutions = await stuck({ sandbox, workbench }, workflow, mails);
	mkdirSync(join(workbench.filesFolder, 'translated'), { recursive: true });
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
			'Collect translations': {
				options: {
					textsAsFile: true,
					qualityChecks: {
						checkFiles: true,
						maxLengths: { length: [{ path: '*', characters: 60 }] },
						termsToKeep: 'GitHub',
					},
				},
			},
		}),
	);
	const told: string[] = [];
	let accepted: Decided | undefined;
	/** The person opens the link of each mail. The first delivery is accepted, the others are rejected. */
	const decide = async () => {
		for (const { text, to } of mails.splice(0)) {
			expect(to).toBe('somebody@example.com');
			told.push(text);
			const [, requestId] = /^Request: .* \((\S+)\)$/m.exec(text)!;
			const now = (await sandbox.requests()).find((request) => request.requestId === requestId);
			if (now?.status !== 'REVIEW_TRANSLATION' || requestId === accepted?.requestId) continue;
			if (accepted) await decideByForm(text, REJECT);
			else {
				// No person is so fast that the row of this request is not written yet.
				await eventually(async () =>
					(await rest.dataTableRows('Quality gate')).find((row) => row.requestId === requestId),
				);
				accepted = await decideByForm(text, ACCEPT);
			}
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
						options: { wordsAndCost: { sendWordCount: true } },
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

	const found = jsonOf(executions, 'Collect translations').flatMap(
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
	const withProblems = stored.filter(({ problems }) => (problems as unknown[]).length > 0);
	expect([...new Set(withProblems.map(({ deliveryKey }) => deliveryKey))]).toEqual([
		accepted?.deliveryKey,
	]);
	expect(new Set(stored.map(({ requestId }) => requestId)).size).toBe(
		LANGUAGES.length * Object.keys(TEXTS).length,
	);
	// What it takes to decide: the words, and each problem with its source and translation.
	expect(told.length).toBeGreaterThan(0);
	for (const text of told) {
		expect(text).toMatch(
			/^Job: \w+ \(.+\)\nRequest: .+\nLanguage: from en-us into .+\nWords: \d+\n/,
		);
		expect(text).toMatch(/\n- ".+" \(\w+\): .+\.\n {2}Source: .+\n {2}Translation: /);
		expect(text).not.toMatch(/undefined|\[object/);
	}
	const rows = await rest.dataTableRows('Quality gate');
	const rejections = rows.map((row) => Number(row.rejections));
	expect(Math.max(...rejections)).toBeGreaterThan(0);
	expect(Math.max(...rejections)).toBeLessThanOrEqual(3);
	expect(toldAgain(executions)).toEqual([]);
	return [...executions, ...stuckExecutions];
}

/** Deliveries of a second mail, unless its execution began before the first mail was remembered. */
function toldAgain(executions: readonly Execution[]): unknown[] {
	const toldAt = new Map<unknown, string | null>();
	const inOrder = [...executions].sort((one, other) =>
		one.startedAt.localeCompare(other.startedAt),
	);
	return inOrder.flatMap((execution) =>
		jsonOf([execution], MESSAGE).flatMap(({ deliveryKey }) => {
			const before = toldAt.get(deliveryKey);
			toldAt.set(deliveryKey, execution.stoppedAt);
			return before && before < execution.startedAt ? [deliveryKey] : [];
		}),
	);
}
