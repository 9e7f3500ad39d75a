import { createHash } from 'node:crypto';

import { type Answer, type Call, demand, demandFields, HttpSystem } from './httpSystem';
import { english, languageOf, LANGUAGES, type System, type Texts } from './system';

const TOKEN = 'a token';
const OWNER = 'acme';
const REPOSITORY = `/api/v3/repos/${OWNER}/website`;
const SOURCE = 'locales/en.json';

interface Pull {
	number: number;
	state: 'open' | 'closed';
	head: string;
	title: string;
	/** Also after somebody has deleted it. */
	branch: Branch;
}

interface Branch {
	sha: string;
	files: Map<string, string>;
	/** What its commits have made of each file. */
	made: Map<string, string[]>;
}

const shown = ({ branch: _, ...pull }: Pull) => pull;

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const blobSha = (text: string) => sha1(`blob ${Buffer.byteLength(text)}\0${text}`);
const fileOf = (language: string) => `locales/${languageOf(language)}.json`;
const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };
const refused = (message: string, status = 422): Answer => ({ status, body: { message } });

/** The part of GitHub's REST API that the template uses, as GitHub describes it. */
export class GitHub extends HttpSystem implements System {
	readonly mark = 'GitHub';
	private readonly branches = new Map<string, Branch>();
	private readonly pulls: Pull[] = [];
	private commits = 0;

	static async start(): Promise<GitHub> {
		const system = await new GitHub().listen();
		system.branches.set('main', system.branch(new Map()));
		await system.change(english(system.mark));
		return system;
	}

	get settings() {
		return { file: `${this.origin}/${OWNER}/website/blob/main/${SOURCE}` };
	}

	get credentials() {
		const data = { server: `${this.origin}/api/v3`, user: OWNER, accessToken: TOKEN };
		return [{ name: 'GitHub', type: 'githubApi', data }];
	}

	/** The file on the branch of the newest pull request. */
	async read(language: string): Promise<Texts | undefined> {
		const text = this.pulls.at(-1)?.branch.files.get(fileOf(language));
		return text === undefined ? undefined : (JSON.parse(text) as Texts);
	}

	async change(texts: Partial<Texts>): Promise<void> {
		this.edit(SOURCE, texts);
	}

	/**
	 * A person merges all pull requests first, deletes their branch, and corrects the file on the main
	 * branch.
	 */
	async correct(language: string, texts: Partial<Texts>): Promise<void> {
		for (const pull of this.open()) {
			for (const [path, contents] of pull.branch.made) this.commit('main', path, contents.at(-1)!);
			pull.state = 'closed';
			this.branches.delete(pull.head);
		}
		this.edit(fileOf(language), texts);
	}

	async check(jobs: number): Promise<void> {
		expect(this.violations).toEqual([]);
		expect(this.pulls.map(({ title }) => title)).toEqual(
			Array(jobs).fill(`Translations of ${SOURCE}`),
		);
		expect([...this.branches.keys()]).toEqual(['main', ...this.open().map(({ head }) => head)]);
		for (const { branch } of this.pulls) {
			const { made } = branch;
			expect([...made.keys()].sort()).toEqual(LANGUAGES.map(fileOf).sort());
			for (const contents of made.values()) expect(new Set(contents).size).toBe(1);
		}
		// Only the commit whose answer was lost was made twice.
		const commits = this.pulls.flatMap(({ branch }) => [...branch.made.values()]);
		expect(commits.flat()).toHaveLength(commits.length + 1);
	}

	protected override isWrite({ method }: Call): boolean {
		return method === 'PUT';
	}

	protected override answer(call: Call): Answer {
		demand(/^(?:token|Bearer) a token$/.test(call.authorization), 'Bad credentials');
		demand(call.path.startsWith(`${REPOSITORY}/`), 'There is no such repository');
		const path = call.path.slice(REPOSITORY.length + 1);
		if (path.startsWith('git/ref/heads/')) return this.reference(call, path.slice(14));
		if (path === 'git/refs') return this.createReference(call);
		if (path.startsWith('contents/')) return this.contents(call, path.slice(9));
		demand(path === 'pulls', 'There is no such path');
		return call.method === 'GET' ? this.listPulls(call) : this.createPull(call);
	}

	private reference({ method, query }: Call, name: string): Answer {
		demand(method === 'GET', 'There is no such method');
		demandFields(query, []);
		const branch = this.branches.get(name);
		return branch
			? { body: { ref: `refs/heads/${name}`, object: { type: 'commit', sha: branch.sha } } }
			: NOT_FOUND;
	}

	private createReference({ method, body }: Call): Answer {
		demand(method === 'POST', 'There is no such method');
		demandFields(body, ['ref', 'sha']);
		const [, name] = /^refs\/heads\/(.+)$/.exec(String(body.ref)) ?? [];
		demand(name !== undefined, 'A ref begins with "refs" and has two slashes');
		if (this.branches.has(name)) return refused('Reference already exists');
		const from = [...this.branches.values()].find(({ sha }) => sha === body.sha);
		if (!from) return refused('Object does not exist');
		this.branches.set(name, { ...this.branch(new Map(from.files)), sha: from.sha });
		return { status: 201, body: { ref: body.ref, object: { type: 'commit', sha: from.sha } } };
	}

	private contents({ method, query, body }: Call, path: string): Answer {
		if (method === 'GET') {
			demandFields(query, [], ['ref']);
			const text = this.branches.get(query.ref ?? 'main')?.files.get(path);
			if (text === undefined) return NOT_FOUND;
			// GitHub breaks the lines of its base64.
			const content = btoa(String.fromCharCode(...Buffer.from(text))).replace(/.{60}/g, '$&\n');
			const name = path.split('/').pop();
			return {
				body: { type: 'file', encoding: 'base64', name, path, sha: blobSha(text), content },
			};
		}
		demand(method === 'PUT', 'There is no such method');
		demandFields(body, ['message', 'content'], ['branch', 'sha', 'author', 'committer']);
		const branch = String(body.branch ?? 'main');
		demand(branch !== 'main', 'Nobody commits to the main branch');
		if (!this.branches.has(branch)) return refused(`Branch ${branch} not found`, 404);
		const now = this.on(branch).files.get(path);
		if (now !== undefined && body.sha === undefined) return refused('"sha" wasn\'t supplied.');
		if (body.sha !== undefined && (now === undefined || body.sha !== blobSha(now)))
			return refused(`${path} does not match ${String(body.sha)}`, 409);
		this.commit(branch, path, Buffer.from(String(body.content), 'base64').toString());
		const commit = { sha: this.on(branch).sha, message: body.message };
		return { status: now === undefined ? 201 : 200, body: { content: { path }, commit } };
	}

	private listPulls({ query }: Call): Answer {
		demandFields(query, [], ['head', 'state', 'base', 'per_page', 'page']);
		const [owner, head] = (query.head ?? '').split(':');
		demand(owner === OWNER, '"head" is the owner and the branch');
		const state = query.state ?? 'open';
		const found = this.pulls.filter((pull) => pull.head === head && pull.state === state);
		return { body: found.map(shown) };
	}

	private createPull({ method, body }: Call): Answer {
		demand(method === 'POST', 'There is no such method');
		demandFields(body, ['head', 'base', 'title'], ['body', 'draft', 'maintainer_can_modify']);
		demand(body.base === 'main', 'It must go into the main branch');
		const head = String(body.head);
		if (this.pulls.some((pull) => pull.head === head && pull.state === 'open'))
			return refused(`A pull request already exists for ${OWNER}:${head}.`);
		const branch = this.branches.get(head);
		if (!branch?.made.size) return refused(`No commits between main and ${head}`);
		const number = this.pulls.length + 1;
		const pull: Pull = { number, state: 'open', head, title: String(body.title), branch };
		this.pulls.push(pull);
		return { status: 201, body: shown(pull) };
	}

	private open(): Pull[] {
		return this.pulls.filter(({ state }) => state === 'open');
	}

	private edit(path: string, texts: Partial<Texts>): void {
		const now = JSON.parse(this.on('main').files.get(path) ?? '{}') as Texts;
		this.commit('main', path, `${JSON.stringify({ ...now, ...texts }, null, 2)}\n`);
	}

	private commit(name: string, path: string, text: string): void {
		const branch = this.on(name);
		branch.files.set(path, text);
		branch.made.set(path, [...(branch.made.get(path) ?? []), text]);
		branch.sha = sha1(`commit ${(this.commits += 1)}`);
	}

	private branch(files: Map<string, string>): Branch {
		return { sha: sha1(`commit ${this.commits}`), files, made: new Map() };
	}

	private on(name: string): Branch {
		const branch = this.branches.get(name);
		demand(branch, `There is no branch ${name}`);
		return branch;
	}
}
