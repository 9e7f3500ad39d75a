/** A sign-in page in place of a page: only the source tells them apart. */
import type { Fault } from '../../../../../sandbox/faults/faults';
import { byId, type NodeRun } from '../../../../support/harness';
import { fileItem, sending } from '../../../features/send/support';
import { useFiles } from './files';

const files = useFiles();
beforeEach(async () => {
	await files.harness.sandbox.clearFaults();
	await files.harness.sandbox.clearLog();
});

const SOURCE =
	'<html><head><title>Delivery</title></head><body><h1>Delivery</h1><p>Your order</p><p>Two days</p></body></html>';
/** A page of the customer, with a form as a sign-in page has it. */
const LOGIN =
	'<html><head><title>Account</title></head><body><h1>Your account</h1><p>Welcome</p><p>Enter both</p>' +
	'<form action="/account"><input name="mail"><input name="code" type="password"></form></body></html>';
const SIGN_IN =
	'<!DOCTYPE html><html><head><title>Sign in</title></head><body><div><form method="post"><label>Name</label>' +
	'<input name="user"><label>Password</label><input type="password" name="secret"></form></div></body></html>';
/** It asks for the name first. */
const WITHOUT_PASSWORD = SIGN_IN.replace('type="password"', 'type="hidden"');
/** It leads nowhere by itself: a link is what any page has. */
const FIRST_STEP =
	'<html><head><title>Sign in</title></head><body><h1>Sign in</h1><p>Continue with <a href="/sso">your account</a></p></body></html>';

const onHost: Fault = { origin: 'files', method: 'GET', path: '/fms/download' };
const unread: Fault = { origin: 'rest', method: 'GET', path: 'sourcefiles/[^/]+$' };
const fromService: Fault = { origin: 'rest', method: 'GET', path: 'retrievefile$' };
const html = (body: string): Fault => ({
	status: 200,
	body,
	headers: { 'Content-Type': 'text/html; charset=utf-8' },
});
const fault = async (...faults: Fault[]) =>
	await files.harness.sandbox.fault(Object.assign({}, ...faults));

const translated = async (source: string, name = 'page.html') =>
	await files.translated(Buffer.from(source), name, 'text/html');
const sourceReads = async () =>
	(await files.harness.sandbox.log({ origin: 'rest', method: 'GET', path: 'sourcefiles/[^/]+$' }))
		.length;

function expectRefused({ items, error }: NodeRun, message: string | RegExp) {
	expect(items).toEqual([]);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(/othing of it was stored/);
}
async function textOf({ items, error }: NodeRun): Promise<string> {
	expect(error).toBeUndefined();
	return (await files.harness.engine.readBinary(items[0]!.binary!.data!)).toString();
}

const INSTEAD = /^A web page came instead of the file page\.html$/;
const UNCERTAIN = 'It is not certain that page.html is the translation and not a sign-in page';

describe('is refused', () => {
	it.each<[string, Fault]>([
		['from the service', { ...fromService, signInPage: true }],
		['behind a redirect', { ...fromService, signInRedirect: 'files' }],
		['from the file host', { ...onHost, signInPage: true }],
		['without a password field, from the service', { ...fromService, ...html(WITHOUT_PASSWORD) }],
		['without a password field, from the file host', { ...onHost, ...html(WITHOUT_PASSWORD) }],
		[
			'that only leads to one, from the service',
			{ ...fromService, ...html('<script>location = "/login"</script>') },
		],
	])('%s', async (_, struck) => {
		const request = await translated(SOURCE);
		await fault(struck);
		const run = await files.download(request);
		expectRefused(run, INSTEAD);
		expect(run.error?.description).toContain('This looks like a sign-in page');
		expect(await textOf(await files.download(request))).toContain('[fr-fr]');
	});

	it.each([
		['40 KB', 40_000],
		['the first portion', 3 * 512 * 1024 - 60],
	])('when its form begins after %s', async (_, size) => {
		const request = await translated(SOURCE);
		const page = SIGN_IN.replace('<div>', `<style>/* ${'x'.repeat(size)} */</style><div>`);
		await fault(onHost, html(page));
		expectRefused(await files.download(request), INSTEAD);
	});

	it.each(['page.xhtml', 'page.php'])('for %s', async (name) => {
		const request = await translated(SOURCE, name);
		await fault(fromService, html(SIGN_IN));
		expectRefused(await files.download(request), `A web page came instead of the file ${name}`);
	});

	it('in place of the translation of a page with a form, if it has a script as well', async () => {
		const request = await translated(LOGIN);
		const page = SIGN_IN.replace('</div>', '<script src="/sso.js"></script></div>');
		await fault(fromService, html(page));
		expectRefused(await files.download(request), INSTEAD);
	});

	it('and not handed over by Collect, which collects the others', async () => {
		const { harness } = files;
		const [job] = await harness.json(sending({ options: { wait: true } }), {
			input: [fileItem('page.html', SOURCE), fileItem('other.html', SOURCE.replace('Two', 'Six'))],
		});
		const jobId = String(job!.jobId);
		while (!(await harness.sandbox.deliver(jobId)).length)
			await new Promise((resolve) => setTimeout(resolve, 5));
		const requests = await harness.sandbox.requests(jobId);
		const bad = requests[0]!.requestId;
		await fault(fromService, { path: `${bad}/retrievefile$`, signInPage: true });
		const { items } = await harness.run({
			resource: 'job',
			operation: 'collect',
			jobId: byId(jobId),
		});
		expect(items).toHaveLength(requests.length - 1);
		expect(items[0]!.json.notFetched).toMatchObject([
			{ requestId: bad, reason: expect.any(String) },
		]);
	});
});

describe('is not taken for', () => {
	it('the translation of a page with a form that comes as a file: its source is not read', async () => {
		const request = await translated(LOGIN);
		expect(await textOf(await files.download(request))).toContain('[fr-fr]');
		expect(await sourceReads()).toBe(0);
	});

	it('a page without a form, a script or a refresh: its source is not read', async () => {
		const request = await translated(SOURCE);
		await fault(fromService, html(FIRST_STEP));
		expect(await textOf(await files.download(request))).toBe(FIRST_STEP);
		expect(await sourceReads()).toBe(0);
	});

	it.each([
		['with a form', LOGIN],
		['without one', SOURCE],
	])('the translation of a page %s that the service sends without its name', async (_, source) => {
		const request = await translated(source);
		const translation = source.replace(/>Your/, '>Votre');
		await fault(fromService, html(translation));
		expect(await textOf(await files.download(request))).toBe(translation);
	});

	it('the translation of a page with a form, if not even the source has a name', async () => {
		const request = await translated(LOGIN);
		const translation = LOGIN.replace('Account', 'Compte')
			.replace('Your account', 'Votre compte')
			.replace('Welcome', 'Bienvenue');
		await fault({ origin: 'rest', method: 'GET', path: 'sourcefiles/[^/]+$' }, html(LOGIN));
		await fault(fromService, html(translation));
		expect(await textOf(await files.download(request))).toBe(translation);
	});
});

/** As a service sends it that never says that it is a file. */
const bare = async (translation: string, source = LOGIN) => {
	await fault(unread, html(source), { times: 99 });
	await fault(fromService, html(translation), { times: 99 });
};

it('the source is read once for all languages', async () => {
	const { harness } = files;
	const [job] = await harness.json(
		sending({ targetLanguages: ['de-de', 'fr-fr', 'es-es'], options: { wait: true } }),
		{ input: [fileItem('login.html', LOGIN)] },
	);
	const jobId = String(job!.jobId);
	while (!(await harness.sandbox.deliver(jobId)).length)
		await new Promise((resolve) => setTimeout(resolve, 5));
	await bare(LOGIN.replace('Welcome', 'Bienvenue'));
	const { items } = await harness.run({
		resource: 'job',
		operation: 'collect',
		jobId: byId(jobId),
	});
	expect([items.length, await sourceReads()]).toEqual([3, 1]);
});

it('the source is found where lists do not name it', async () => {
	const request = await translated(LOGIN);
	await fault(fromService, html(LOGIN.replace('Welcome', 'Bienvenue')));
	await files.harness.sandbox.configure({ contentIdsInLists: false });
	const { items } = await files.harness.run({
		resource: 'job',
		operation: 'collect',
		jobId: byId(request.jobId),
	});
	await files.harness.sandbox.configure({ contentIdsInLists: true });
	expect(items).toHaveLength(1);
});

describe('where the source cannot be seen, nothing is stored', () => {
	it.each<[string, Fault, string]>([
		['refused', { status: 404, body: { message: 'No such file' } }, 'The source could not be read'],
		['broken', { status: 500 }, 'The source could not be read'],
		['the same page', html(LOGIN), 'both may be a sign-in page'],
	])('%s', async (_, failed, reason) => {
		const request = await translated(LOGIN);
		await fault(unread, failed, { times: 99 });
		await fault(fromService, html(LOGIN));
		const run = await files.download(request, { maxTries: 1 });
		expectRefused(run, UNCERTAIN);
		expect(run.error?.description).toContain(reason);

		await files.harness.sandbox.clearFaults();
		expect(await textOf(await files.download(request))).toContain('[fr-fr]');
	});

	it.each([
		['with a password field', SIGN_IN],
		['that asks for a name first', WITHOUT_PASSWORD],
		['whose code changes', SIGN_IN.replace('</div>', '<input name="key" value="12ab"></div>')],
	])('if a gateway answers every download with its page: %s', async (_, page) => {
		const request = await translated(SOURCE);
		await fault(unread, html(page), { times: 99 });
		await fault(fromService, html(page.replace('12ab', '34cd')), { times: 99 });
		const run = await files.download(request);
		expectRefused(run, UNCERTAIN);
		expect(run.error?.description).toContain('docs/files.md#a-sign-in-page');

		const collected = await files.harness.run({
			resource: 'job',
			operation: 'collect',
			jobId: byId(request.jobId),
		});
		expectRefused(collected, UNCERTAIN);
	});
});
