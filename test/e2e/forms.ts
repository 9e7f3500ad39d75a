import type { StoredWorkflow } from '../../scripts/n8n/run/rest';
import { eventually } from './eventually';

/** The address of the form that starts a published workflow. */
export function formOf(n8nUrl: string, { nodes }: StoredWorkflow): string {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return `${n8nUrl}/form/${trigger?.webhookId}`;
}

/** Submits the fields of a form in their order, and returns what n8n answers. */
export async function submit(
	form: string,
	...answers: Array<string | File[]>
): Promise<{ formWaitingUrl?: string }> {
	const body = new FormData();
	for (const [index, answer] of answers.entries())
		if (typeof answer === 'string') body.append(`field-${index}`, answer);
		else for (const file of answer) body.append(`field-${index}`, file);
	const response = await fetch(form, { method: 'POST', body });
	const text = await response.text();
	if (!response.ok) throw new Error(`${response.status} ${text}`);
	return text.startsWith('{') ? (JSON.parse(text) as { formWaitingUrl?: string }) : {};
}

/** Waits for the next page of a form, as its script in the browser does. */
export async function nextPage(formWaitingUrl: string): Promise<string> {
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	await eventually(async () =>
		(await (await fetch(status)).text()) === 'form-waiting' ? true : undefined,
	);
	return await (await fetch(formWaitingUrl)).text();
}
