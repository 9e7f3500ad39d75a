import { readTemplates } from '../../../scripts/n8n/run/templates';
import { seedJobsOfAllKinds } from '../../support/jobsOfAllKinds';
import type { Environment } from '../environment';
import { glance, picture } from '../picture';
import { LOOKS, sideways, usePlainPages } from '../plainPages';

const LOGIN = { username: 'somebody', password: 'a long password' };

/** The template's page as people see it. */
export function dashboard(environment: Environment): void {
	const { run } = usePlainPages();
	let id = '';

	beforeAll(async () => {
		await environment.sandbox.reset();
		await seedJobsOfAllKinds(environment.sandbox);
		const { rest } = environment.workbench;
		const credential = await rest.createCredential({
			name: 'Dashboard Login',
			type: 'httpBasicAuth',
			data: { user: LOGIN.username, password: LOGIN.password },
		});
		const template = readTemplates().find(({ file }) => file === 'translation-dashboard.json')!;
		const nodes = template.workflow.nodes.map((node) =>
			node.name === 'Webhook'
				? { ...node, credentials: { httpBasicAuth: { id: credential.id, name: credential.name } } }
				: node,
		);
		({ id } = await environment.workbench.importTemplate({ ...template.workflow, nodes }));
		await rest.activate(id);
	});
	afterAll(async () => await environment.workbench.rest.deactivate(id));

	const address = () => `${environment.workbench.n8n.url}/webhook/translation-dashboard`;

	it.each(LOOKS)(
		'fits on a screen of $width pixels, $colorScheme',
		async (look) =>
			await run(async (open) => {
				const page = await open(address(), look, { httpCredentials: LOGIN });
				await page.getByText('Spring catalogue').waitFor();
				expect(await sideways(page)).toBe(0);
				await page.screenshot({
					path: glance(`translation-dashboard-${look.width}-${look.colorScheme}`),
					fullPage: true,
				});
				await page.context().close();
			})(),
	);

	it(
		'shows on a click what needs somebody',
		run(async (open) => {
			const page = await open(
				address(),
				{ width: 1120, colorScheme: 'light' },
				{ httpCredentials: LOGIN },
			);
			await page.screenshot({ path: picture('translation-dashboard') });
			for (const [tile, names] of [
				['to approve', ['Spring catalogue', 'Website: home page', 'App texts, sprint 41']],
				['overdue', ['Legal notes']],
				['with errors', ['App texts, sprint 41']],
			] as const) {
				await page.getByText(tile, { exact: true }).click();
				expect(await page.locator('.jobs li:visible h2').allInnerTexts()).toEqual(names);
			}
			await page.context().close();
		}),
	);
}
