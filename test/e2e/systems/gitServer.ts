import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { english, languageOf, LANGUAGES, type System, type Texts } from './system';

const LOGIN = { username: 'translator', password: 'a token' };
const FILE = 'locales/en.json';
const BRANCH = 'origin/translations';
const PERSON = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];

const run = promisify(execFile);
const git = async (cwd: string, ...args: string[]) =>
	(await run('git', [...PERSON, ...args], { cwd })).stdout.trim();

const asFile = (texts: Texts) => `${JSON.stringify(texts, null, 2)}\n`;

/** A repository behind `git http-backend`, and the clone of a person who works on it. */
export class GitServer implements System {
	readonly mark = 'in a repository';
	private failures = 0;
	private readonly server: Server;

	private constructor(private readonly folder: string) {
		this.server = createServer((request, response) => this.answer(request, response));
	}

	static async start(): Promise<GitServer> {
		const system = new GitServer(mkdtempSync(join(tmpdir(), 'translation-jobs-git-')));
		await new Promise<void>((resolve) => system.server.listen(0, '127.0.0.1', resolve));
		const bare = join(system.folder, 'acme', 'website.git');
		mkdirSync(bare, { recursive: true });
		await git(bare, 'init', '--bare', '--initial-branch=main');
		await git(bare, 'config', 'http.receivepack', 'true');
		await git(system.folder, 'clone', '--quiet', bare, 'person');
		await system.commit({ [FILE]: english(system.mark), 'README.md': 'A website' });
		return system;
	}

	get settings() {
		return { file: `${this.origin}/acme/website.git/${FILE}` };
	}

	get credentials() {
		return [{ name: 'Git', type: 'gitPassword', data: LOGIN }];
	}

	failNextWrite(): void {
		this.failures = 1;
	}

	async change(texts: Partial<Texts>): Promise<void> {
		await this.commit({ [FILE]: { ...this.onMain(FILE), ...texts } });
	}

	/**
	 * A person merges the branch of the workflow first, corrects the file on the main branch, and
	 * merges that back.
	 */
	async correct(language: string, texts: Partial<Texts>): Promise<void> {
		await git(this.person, 'fetch', '--quiet');
		await git(this.person, 'merge', '--quiet', '--no-edit', BRANCH);
		const file = `locales/${languageOf(language)}.json`;
		await this.commit({ [file]: { ...this.onMain(file), ...texts } });
		await git(this.person, 'push', '--quiet', 'origin', 'HEAD:translations');
	}

	/** The file as it is on the branch of the workflow. */
	async read(language: string): Promise<Texts | undefined> {
		await git(this.person, 'fetch', '--quiet');
		const path = `${BRANCH}:locales/${languageOf(language)}.json`;
		try {
			return JSON.parse(await git(this.person, 'show', path)) as Texts;
		} catch {
			return undefined;
		}
	}

	/** One commit for each language and job, with one file in it. */
	async check(jobs: number): Promise<void> {
		const own = await git(
			this.person,
			'log',
			'--author=translations@n8n.invalid',
			'--format=%s',
			BRANCH,
		);
		expect(own.split('\n').sort()).toEqual(
			LANGUAGES.flatMap((language) =>
				Array<string>(jobs).fill(`Translate ${FILE} into ${language}`),
			).sort(),
		);
		expect(await git(this.person, 'show', `${BRANCH}:README.md`)).toBe('A website');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
		rmSync(this.folder, { recursive: true, force: true });
	}

	private get origin(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private get person(): string {
		return join(this.folder, 'person');
	}

	private onMain(file: string): Texts {
		return JSON.parse(readFileSync(join(this.person, file), 'utf8')) as Texts;
	}

	private async commit(files: Record<string, Texts | string>): Promise<void> {
		for (const [name, content] of Object.entries(files)) {
			mkdirSync(dirname(join(this.person, name)), { recursive: true });
			const text = typeof content === 'string' ? content : asFile(content);
			writeFileSync(join(this.person, name), text);
		}
		await git(this.person, 'add', '--all');
		await git(this.person, 'commit', '--quiet', '--message', 'Work of a person');
		await git(this.person, 'push', '--quiet', 'origin', 'HEAD:main');
	}

	private answer(request: IncomingMessage, response: ServerResponse): void {
		const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
		const login = `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`;
		if (request.headers.authorization !== login) {
			response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Git"' }).end();
			return;
		}
		if (this.failures > 0 && pathname.endsWith('/git-receive-pack')) {
			this.failures -= 1;
			request.resume();
			response.writeHead(503).end('Down for maintenance');
			return;
		}
		const backend = spawn('git', ['http-backend'], {
			env: {
				PATH: process.env.PATH,
				GIT_PROJECT_ROOT: this.folder,
				GIT_HTTP_EXPORT_ALL: '1',
				REMOTE_USER: LOGIN.username,
				REQUEST_METHOD: request.method,
				PATH_INFO: decodeURIComponent(pathname),
				QUERY_STRING: search.slice(1),
				CONTENT_TYPE: request.headers['content-type'] ?? '',
				CONTENT_LENGTH: request.headers['content-length'] ?? '',
				HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
				GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
			},
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		request.pipe(backend.stdin);
		const chunks: Buffer[] = [];
		backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
		backend.once('close', () => {
			const answer = Buffer.concat(chunks);
			const end = answer.indexOf('\r\n\r\n');
			const headers = answer
				.subarray(0, end)
				.toString()
				.split('\r\n')
				.map((line) => line.split(': ') as [string, string]);
			const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
			response
				.writeHead(parseInt(status, 10), Object.fromEntries(headers))
				.end(answer.subarray(end + 4));
		});
	}
}
