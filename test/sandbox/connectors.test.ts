import type { Violation } from '../../sandbox/calls/violations';
import { type Sandbox, startSandbox } from '../../sandbox/launch';
import { eventually } from '../support/eventually';
import { type Json, type Transfer } from './caller';

/*
 * What connectors of other makers send and read, each from token to complete. They know nothing of
 * the sandbox: if one of them is refused, the sandbox is not like production.
 */

let sandbox: Sandbox;

beforeAll(async () => {
	// Small pages, so that every list has several.
	sandbox = await startSandbox({
		preset: 'production',
		variants: { pageSize: 2, autoDeliver: false, sendingMs: 0, acceptMs: 0 },
	});
});
beforeEach(() => sandbox.reset());
afterEach(async () => {
	const refused = (await sandbox.log()).filter(({ status }) => status >= 400);
	expect(refused.map(({ method, path, status }) => [method, path, status])).toEqual([]);
});
afterAll(() => sandbox.stop());

interface Sent {
	json?: Json;
	headers?: Record<string, string>;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** A connector with a token; `always` are headers on each of its calls. */
class Connector {
	private token = '';

	constructor(private readonly always: Record<string, string> = {}) {}

	async signIn(): Promise<void> {
		const { authUrl, clientId, clientSecret } = sandbox;
		const form = new URLSearchParams({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
		});
		const answer = await fetch(`${authUrl}/connect/token`, {
			method: 'POST',
			headers: this.always,
			body: form,
		});
		const { access_token: token, token_type: type } = (await answer.json()) as Json;
		expect([answer.status, type]).toEqual([200, 'Bearer']);
		this.token = token as string;
	}

	/** `path` below the host, as in a next link, or below the base address. */
	async send(method: string, path: string, { json, headers }: Sent = {}): Promise<Response> {
		const url = path.startsWith('/v2/')
			? new URL(sandbox.baseUrl).origin + path
			: sandbox.baseUrl + path;
		const answer = await fetch(url, {
			method,
			redirect: 'manual',
			headers: {
				...this.always,
				Authorization: `Bearer ${this.token}`,
				Accept: 'application/json',
				...(json ? JSON_BODY : {}),
				...headers,
			},
			body: json && JSON.stringify(json),
		});
		if (answer.status >= 400)
			throw new Error(
				`${method} ${path} was refused with ${answer.status}: ${await answer.text()}`,
			);
		return answer;
	}

	async read(method: string, path: string, sent?: Sent): Promise<Json> {
		return (await (await this.send(method, path, sent)).json()) as Json;
	}

	/** Follows the redirect without the token, as everybody does. */
	async download(jobId: string, requestId: string): Promise<{ text: string; disposition: string }> {
		const redirect = await this.send('GET', `/jobs/${jobId}/requests/${requestId}/retrievefile`, {
			headers: { Accept: 'application/octet-stream' },
		});
		expect(redirect.status).toBe(307);
		const file = await fetch(redirect.headers.get('location') ?? '', { headers: this.always });
		return { text: await file.text(), disposition: file.headers.get('content-disposition') ?? '' };
	}

	async upload(transfer: Transfer, content: string, name: string, type: string): Promise<Json> {
		const form = new FormData();
		form.append('file', new Blob([content], { type }), name);
		return (await (
			await fetch(transfer.fmsPostMultipartUrl, {
				method: 'POST',
				headers: this.always,
				body: form,
			})
		).json()) as Json;
	}
}

const itemsOf = (page: Json, collection: string): Json[] =>
	(page._embedded?.[collection] ?? []) as Json[];
const rules = (violations: Violation[]) =>
	violations.map(({ rule, detail }) => `${rule}: ${detail}`).sort();
const inTranslation = (jobId: string) =>
	eventually(
		async () =>
			(await sandbox.jobs()).find((job) => job.jobId === jobId)?.status === 'IN_TRANSLATION',
	);
/** The token of the next page is there beside the link. */
const tokenAndLink = ({ next, _links }: Json) => [typeof next, typeof _links.next?.href];

it("a document-authoring platform's connector, in a web page", async () => {
	const page = new Connector({ Origin: 'https://authoring.example' });
	const mayCall = async (url: string, method: string, headers: string) => {
		const asked = {
			Origin: 'https://authoring.example',
			'Access-Control-Request-Method': method,
			'Access-Control-Request-Headers': headers,
		};
		const answer = await fetch(url, { method: 'OPTIONS', headers: asked });
		expect(answer.ok).toBe(true);
		expect(answer.headers.get('access-control-allow-origin')).toBe('*');
		expect(answer.headers.get('access-control-allow-headers')).toBe(headers);
	};
	/** Goes on with `next` until there is none. */
	const everything = async (path: string, collection: string): Promise<Json[]> => {
		const found: Json[] = [];
		for (let next: string | undefined, asked = false; !asked || next; asked = true) {
			const answer: Json = await page.read(
				'GET',
				next ? `${path}?next=${encodeURIComponent(next)}` : path,
			);
			found.push(...itemsOf(answer, collection));
			next = answer.next as string | undefined;
			if (next) expect(tokenAndLink(answer)).toEqual(['string', 'string']);
		}
		return found;
	};

	await page.signIn();
	await mayCall(`${sandbox.baseUrl}/jobs`, 'POST', 'authorization,content-type');
	const providers = await everything('/providers', 'providers');
	const provider = providers.find(({ providerName }) =>
		(providerName as string).startsWith('European'),
	);
	expect(providers).toHaveLength(4);

	const job = await page.read('POST', '/jobs', {
		json: {
			jobName: 'Handbook',
			connectorName: '0e6f7c1a-9d1b-4c55-8f0e-5a2b7c9d1e3f Authoring',
			dueDate: '2027-03-01T09:30:00.000Z',
		},
	});
	expect(job).toMatchObject({ statusCode: 'CREATED', dueDate: '2027-03-01T09:30:00.000Z' });
	const jobId = job.jobId as string;

	const transfer = (await page.read(
		'POST',
		`/jobs/${jobId}/sourcefiles?fileName=chapter.html`,
	)) as Transfer;
	await mayCall(transfer.fmsPostMultipartUrl, 'POST', 'content-type');
	await page.upload(transfer, '<p>Hello</p>', 'chapter.html', 'text/html');
	const added = await page.read('POST', `/jobs/${jobId}/requests/add`, {
		json: {
			requestName: 'Chapter',
			sourceNativeId: 'chapter-1',
			sourceNativeLanguageCode: 'en-US',
			targetNativeLanguageCodes: ['fr-FR', 'de-DE'],
			fmsFileId: transfer.fmsFileId,
		},
	});
	const [french, german] = itemsOf(added, 'requests').map(
		({ requestId }) => requestId as string,
	) as [string, string];
	expect(french).toMatch(/^[\w-]{22}$/);
	expect(itemsOf(added, 'requests')).toMatchObject([
		{ sourceNativeLanguageCode: 'en-US', targetNativeLanguageCode: 'fr-FR', fileType: 'html' },
		{ sourceNativeLanguageCode: 'en-US', targetNativeLanguageCode: 'de-DE', fileType: 'html' },
	]);

	await page.read('PUT', `/jobs/${jobId}/submit`, { json: { providerId: provider?.providerId } });
	await inTranslation(jobId);
	await sandbox.deliver(jobId, [french]);
	await sandbox.deliver(jobId, [german], 'COMPLETED_NO_NEED_TO_TRANSLATE');

	const ready = ['REVIEW_TRANSLATION', 'COMPLETED_NO_NEED_TO_TRANSLATE'];
	const requests = await everything(`/jobs/${jobId}/requests`, 'requests');
	expect(requests.map(({ statusCode }) => statusCode as string)).toEqual(ready);
	expect((await page.download(jobId, french)).text).toBe('<p>[fr-FR] Ĥéļļö</p>');
	expect((await page.download(jobId, german)).text).toBe('<p>Hello</p>');
	await page.send('PUT', `/jobs/${jobId}/requests/approve`, { json: { requestIds: [french] } });
	expect(await page.read('PUT', `/jobs/${jobId}/complete`, { headers: JSON_BODY })).toMatchObject({
		statusCode: 'COMPLETED',
	});

	expect(rules(await sandbox.violations())).toEqual([
		expect.stringMatching(
			/^connector-name: POST \/v2\/jobs: connectorName must have the form .* Authoring"\.$/,
		),
		'connector-name: POST /v2/jobs: connectorVersion is required.',
		'date-form: POST /v2/jobs: dueDate must have the form yyyy-MM-ddTHH:mm:ssZ, not "2027-03-01T09:30:00.000Z".',
	]);
});

it("an integration platform's connector", async () => {
	const platform = new Connector();
	/** Goes on with the link, by GET, whatever the first call was. */
	const everything = async (first: Json, collection: string): Promise<Json[]> => {
		const found = itemsOf(first, collection);
		for (let page = first; page._links?.next?.href;) {
			expect(page._links.next.href).toMatch(/^\/v2\//);
			expect(tokenAndLink(page)).toEqual(['string', 'string']);
			page = await platform.read('GET', page._links.next.href as string);
			found.push(...itemsOf(page, collection));
		}
		return found;
	};

	await platform.signIn();
	// Without a fallback: its list of listeners is always there.
	const { _embedded: listed } = await platform.read('GET', '/statusupdates/listeners');
	expect(listed.listeners).toEqual([]);
	const providers = await everything(
		await platform.read('GET', '/providers?includeDeletedOnes=false'),
		'providers',
	);
	expect(providers.map(({ providerId }) => providerId as string)).toEqual([
		'pseudo',
		'metadata',
		'european',
		'disabled',
	]);
	expect(providers[0]).toMatchObject({ providerName: 'Pseudo Translations' });

	const { jobId, statusCode } = await platform.read('POST', '/jobs', {
		json: { jobName: 'Products', description: null, dueDate: null, poReference: null },
	});
	expect(statusCode).toBe('CREATED');
	await platform.send('PATCH', `/jobs/${jobId}`, {
		json: { jobName: 'Products, spring', providerId: 'pseudo' },
	});

	const { sourcecontentId } = await platform.read('POST', `/jobs/${jobId}/sourcecontent`, {
		json: { fields: [{ key: 'title', value: 'Hello' }] },
	});
	const item = { sourceNativeId: 'product-1', sourceNativeLanguageCode: 'en-us' };
	const texts = await everything(
		await platform.read('POST', `/jobs/${jobId}/requests/add`, {
			json: {
				...item,
				requestName: 'Texts',
				targetNativeLanguageCodes: ['fr-fr', 'de-de', 'it-IT'],
				sourcecontentId,
			},
		}),
		'requests',
	);
	expect(texts.map((request) => request.targetNativeLanguageCode as string)).toEqual([
		'fr-fr',
		'de-de',
		'it-IT',
	]);

	const transfer = (await platform.read(
		'POST',
		`/jobs/${jobId}/sourcefiles?fileName=manual.txt`,
	)) as Transfer;
	const uploaded = await platform.upload(transfer, 'Hello', 'manual.txt', 'text/plain');
	expect(uploaded).toEqual({
		id: transfer.fmsFileId,
		name: 'manual.txt',
		contentType: 'text/plain',
		size: 5,
	});
	const files = await everything(
		await platform.read('POST', `/jobs/${jobId}/requests/add`, {
			json: {
				...item,
				requestName: 'Manual',
				targetNativeLanguageCodes: ['fr-fr'],
				fmsFileId: uploaded.id,
			},
		}),
		'requests',
	);
	await platform.send('POST', `/jobs/${jobId}/tmupdates`, {
		json: {
			fmsFileId: uploaded.id,
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCode: 'fr-fr',
		},
	});

	await platform.send('PUT', `/jobs/${jobId}/submit`, { json: { providerId: 'pseudo' } });
	await inTranslation(jobId as string);
	await sandbox.deliver(jobId as string);

	const updates = await everything(await platform.read('GET', '/statusupdates'), 'statusupdates');
	expect(updates).toMatchObject([{ jobId, statusCode: 'REVIEW_TRANSLATION' }]);
	await platform.send('PUT', `/statusupdates/${updates[0]?.updateId}/acknowledge`, {
		headers: JSON_BODY,
	});
	expect(await everything(await platform.read('GET', '/statusupdates'), 'statusupdates')).toEqual(
		[],
	);
	const requests = await everything(
		await platform.read('GET', `/jobs/${jobId}/requests`),
		'requests',
	);
	expect(requests.map((request) => request.statusCode as string)).toEqual(
		Array(4).fill('REVIEW_TRANSLATION'),
	);
	for (const { requestId, targetNativeLanguageCode } of texts) {
		const [translation] = itemsOf(
			await platform.read('GET', `/jobs/${jobId}/requests/${requestId}/retrieve`),
			'translationContent',
		);
		expect(translation).toMatchObject({
			requestId,
			targetContent: [{ key: 'title', value: `[${targetNativeLanguageCode}] Ĥéļļö` }],
		});
	}
	expect((await platform.download(jobId as string, files[0]?.requestId as string)).text).toBe(
		'[fr-fr] Ĥéļļö',
	);

	const asText = await platform.send(
		'GET',
		`/jobs/${jobId}/requests/${files[0]?.requestId}/retrievefile`,
	);
	expect(Buffer.from((await asText.json()) as string, 'base64').toString()).toBe('[fr-fr] Ĥéļļö');

	const requestIds = requests.map(({ requestId }) => requestId as string);
	await platform.send('PUT', `/jobs/${jobId}/requests/approve`, { json: { requestIds } });
	await platform.send('PUT', `/jobs/${jobId}/complete`, { headers: JSON_BODY });
	expect((await platform.send('PUT', `/jobs/${jobId}/archive`)).status).toBe(202);

	const path = `/v2/jobs/${jobId}`;
	expect(rules(await sandbox.violations())).toEqual(
		[
			// The link to the second page repeats it.
			'unknown-parameter: GET /v2/providers: Unknown parameter: includeDeletedOnes.',
			'unknown-parameter: GET /v2/providers: Unknown parameter: includeDeletedOnes.',
			'null-field: POST /v2/jobs: description must not be null.',
			'null-field: POST /v2/jobs: dueDate must not be null.',
			'null-field: POST /v2/jobs: poReference must not be null.',
			...[`POST /v2/jobs`, `PATCH ${path}`].flatMap((call) => [
				`connector-name: ${call}: connectorName is required.`,
				`connector-name: ${call}: connectorVersion is required.`,
			]),
			`unknown-field: PATCH ${path}: Unknown field: providerId.`,
			`content-type-missing: PUT ${path}/archive: PUT needs the header Content-Type: application/json.`,
		].sort(),
	);
});

it('a CMS module', async () => {
	const cms = new Connector();
	/** Joins the path that creating an upload answers to the host. */
	const uploadByTus = async (
		{ fmsUploadUrl, fmsSASToken }: Transfer,
		content: Buffer,
		name: string,
	): Promise<void> => {
		const always = { 'Tus-Resumable': '1.0.0', sastoken: fmsSASToken };
		const entries = { name, contentType: 'text/html', chunkSize: '1048576' };
		const metadata = Object.entries(entries).map(
			([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
		);
		const created = await fetch(fmsUploadUrl, {
			method: 'POST',
			headers: {
				...always,
				'Upload-Length': String(content.length),
				'Upload-Metadata': metadata.join(','),
			},
		});
		const location = created.headers.get('location') ?? '';
		expect([created.status, location]).toEqual([201, expect.stringMatching(/^\/fms\//)]);
		const sent = await fetch(new URL(fmsUploadUrl).origin + location, {
			method: 'PATCH',
			headers: {
				...always,
				'Upload-Offset': '0',
				'Content-Type': 'application/offset+octet-stream',
			},
			body: content,
		});
		expect(sent.status).toBe(204);
	};

	await cms.signIn();
	const [provider] = itemsOf(await cms.read('GET', '/providers'), 'providers');
	expect(provider).toMatchObject({ providerId: 'pseudo', providerName: 'Pseudo Translations' });
	const connector = { connectorName: 'CMS module', connectorVersion: 'V 2.5' };

	const draft = await cms.read('POST', '/jobs', {
		json: { jobName: 'Draft', ...connector, dueDate: '2027-03-01' },
	});
	const deleted = await cms.send('DELETE', `/jobs/${draft.jobId}`);
	expect(await deleted.text()).toBe('');

	const { jobId } = (await cms.read('POST', '/jobs', {
		json: { jobName: 'News', ...connector, dueDate: '2027-03-01T00:00:00.000Z' },
	})) as { jobId: string };
	const transfer = (await cms.read(
		'POST',
		`/jobs/${jobId}/sourcefiles?fileName=news.html`,
	)) as Transfer;
	await uploadByTus(transfer, Buffer.from('<p>Hello</p>'), 'news.html');
	await cms.send('POST', `/jobs/${jobId}/supportassets`, {
		json: {
			fmsFileId: transfer.fmsFileId,
			description: 'Screenshot',
			requestName: 'News',
			sourceNativeId: 'node-7',
		},
	});
	const targets = ['fr-fr', 'de-de', 'it-IT', 'es-es'];
	await cms.send('POST', `/jobs/${jobId}/requests/add`, {
		json: {
			requestName: 'News',
			sourceNativeId: 'node-7',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: targets,
			fmsFileId: transfer.fmsFileId,
		},
	});

	await cms.send('PUT', `/jobs/${jobId}/submit`, { json: { providerId: provider?.providerId } });
	await inTranslation(jobId);
	expect(await cms.read('GET', `/jobs/${jobId}?fetchType=fullWithStats`)).toMatchObject({
		jobId,
		statusCode: 'IN_TRANSLATION',
	});
	const ids = (await sandbox.requests(jobId)).map(({ requestId }) => requestId) as [
		string,
		string,
		string,
		string,
	];
	const [reviewed] = ids;
	const state = async (requestId: string) =>
		await cms.read('GET', `/jobs/${jobId}/requests/${requestId}`);
	await sandbox.failRequest(reviewed, 'The file has no text.');
	expect(await state(reviewed)).toMatchObject({
		hasError: true,
		latestErrorMessage: 'The file has no text.',
	});

	await sandbox.deliver(jobId, [reviewed]);
	await sandbox.deliver(jobId, [ids[1]], 'COMPLETED_NO_NEED_TO_TRANSLATE');
	await sandbox.deliver(jobId, [ids[2]], 'COMPLETED_COPY_BACK');
	await sandbox.deliver(jobId, [ids[3]], 'COMPLETED');
	const firstPage = await cms.read('GET', `/jobs/${jobId}/requests`);
	expect(itemsOf(firstPage, 'requests').map(({ statusCode }) => statusCode as string)).toEqual([
		'REVIEW_TRANSLATION',
		'COMPLETED_NO_NEED_TO_TRANSLATE',
	]);
	expect(await Promise.all(ids.map(async (id) => await cms.download(jobId, id)))).toMatchObject([
		{ text: '<p>[fr-fr] Ĥéļļö</p>', disposition: expect.stringContaining('filename="news.html"') },
		{ text: '<p>Hello</p>' },
		{ text: '<p>Hello</p>' },
		{ text: '<p>[es-es] Ĥéļļö</p>' },
	]);

	const decide = (verb: string, fields: Json = {}) =>
		cms.send('PUT', `/jobs/${jobId}/requests/${verb}`, {
			json: { requestIds: [reviewed], ...fields },
		});
	await decide('reject', { note: 'Please use the short form.' });
	await sandbox.redeliver([reviewed]);
	await decide('approve');
	// The provider delivers once more what was approved.
	await sandbox.redeliver([reviewed]);
	expect((await cms.download(jobId, reviewed)).text).toBe('<p>[fr-fr #3] Ĥéļļö</p>');
	await decide('approve');
	expect(await cms.read('PUT', `/jobs/${jobId}/complete`, { headers: JSON_BODY })).toMatchObject({
		statusCode: 'COMPLETED',
	});

	const unnamed = [
		expect.stringMatching(
			/^connector-name: POST \/v2\/jobs: connectorName must end with the connectorVersion, V 2\.5\.$/,
		),
		expect.stringMatching(/^connector-name: POST \/v2\/jobs: connectorName must have the form /),
	];
	expect(rules(await sandbox.violations())).toEqual([
		unnamed[0],
		unnamed[0],
		unnamed[1],
		unnamed[1],
		expect.stringMatching(/^date-form: .* not "2027-03-01"\.$/),
		expect.stringMatching(/^date-form: .* not "2027-03-01T00:00:00\.000Z"\.$/),
		`unknown-field: POST /v2/jobs/${jobId}/supportassets: Unknown field: requestName, sourceNativeId.`,
		`unknown-parameter: GET /v2/jobs/${jobId}: Unknown parameter: fetchType.`,
	]);
});
