import type { IDataObject } from 'n8n-workflow';

import { type Answer, type Call, demand, demandFields, HttpSystem } from './httpSystem';
import { english, languageOf, LANGUAGES, type System, type Texts } from './system';

const LOGIN = { username: 'editor', password: 'abcd efgh ijkl' };
const POSTS = '/wp-json/wp/v2/posts';
const TEXTS = ['title', 'content', 'excerpt'] as const;
const ORIGINAL = 17;
const FRENCH = 18;

interface Post extends Record<(typeof TEXTS)[number], string> {
	id: number;
	status: string;
	lang: string;
}

/** The part of WordPress's REST API for posts, with the fields that Polylang Pro adds. */
export class WordPress extends HttpSystem implements System {
	readonly mark = 'WordPress';
	private readonly posts: Post[] = [];
	/** The posts that are translations of each other, by language. */
	private readonly linked: Array<Record<string, number>> = [];

	static async start(): Promise<WordPress> {
		const system = await new WordPress().listen();
		const { title, body } = english(system.mark);
		const original = { title, content: body, excerpt: '', status: 'publish' };
		system.posts.push({ ...original, id: ORIGINAL, lang: 'en' });
		system.posts.push({ ...original, id: FRENCH, lang: 'fr', content: 'Un seul texte' });
		system.linked.push({ en: ORIGINAL }, { fr: FRENCH });
		return system;
	}

	get settings() {
		return { site: this.origin };
	}

	get credentials() {
		return [{ name: 'WordPress', type: 'wordpressApi', data: { ...LOGIN, url: this.origin } }];
	}

	async read(language: string): Promise<Texts | undefined> {
		const { title, content: body } = this.translated(language) ?? {};
		return title === undefined || body === undefined ? undefined : { title, body };
	}

	async change(texts: Partial<Texts>): Promise<void> {
		this.edit(this.post(ORIGINAL), texts);
	}

	async correct(language: string, texts: Partial<Texts>): Promise<void> {
		this.edit(this.translated(language)!, texts);
	}

	async check(): Promise<void> {
		expect(this.violations).toEqual([]);
		expect(this.posts).toHaveLength(2 + LANGUAGES.length);
		for (const language of LANGUAGES)
			expect(this.translated(language)).toMatchObject({
				status: 'draft',
				lang: languageOf(language),
			});
		expect(this.linked).toHaveLength(2);
	}

	protected override isWrite({ method }: Call): boolean {
		return method === 'POST';
	}

	protected override answer({ method, path, query, authorization, body }: Call): Answer {
		demand(
			authorization === `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`,
			'The login is wrong',
		);
		const [, id] = /^\/wp-json\/wp\/v2\/posts(?:\/(\d+))?$/.exec(path) ?? [];
		demand(path.startsWith(POSTS), 'There is no such path');
		if (method === 'GET') {
			demandFields(query, ['context'], id ? [] : ['per_page', 'page', 'status']);
			demand(query.context === 'edit', 'Only the context "edit" has texts as they were written');
			if (id) return { body: this.shown(this.post(Number(id))) };
			const { status = 'publish', per_page = '10', page = '1' } = query;
			const found = this.posts.filter((post) => post.status === status);
			return {
				body: found.slice((+page - 1) * +per_page, +page * +per_page).map(this.shown),
				headers: { 'X-WP-TotalPages': String(Math.ceil(found.length / +per_page)) },
			};
		}
		demand(method === 'POST', 'There is no such method');
		if (id) {
			demandFields(body, [], [...TEXTS, 'status']);
			return { body: this.shown(Object.assign(this.post(Number(id)), body)) };
		}
		demandFields(body, ['lang', 'translations', 'title'], ['content', 'excerpt', 'status']);
		const { lang, translations, ...fields } = body as IDataObject & { lang: string };
		const created = { content: '', excerpt: '', status: 'draft', ...fields, lang } as Post;
		created.id = 100 + this.posts.length;
		this.link(created, translations as Record<string, number>);
		this.posts.push(created);
		return { status: 201, body: this.shown(created) };
	}

	private link({ id, lang }: Post, translations: Record<string, number>): void {
		for (const [language, other] of Object.entries(translations))
			demand(this.post(other).lang === language, `The post ${other} is not in ${language}`);
		const group = this.linked.find((links) => links.en === translations.en);
		demand(group && group[lang] === undefined, `There is a translation into ${lang} already`);
		group[lang] = id;
	}

	private readonly shown = ({ id, status, lang, ...texts }: Post) => ({
		id,
		status,
		lang,
		translations: this.linked.find((links) => links[lang] === id),
		...Object.fromEntries(
			TEXTS.map((name) => [name, { raw: texts[name], rendered: `<p>${texts[name]}</p>` }]),
		),
	});

	private post(id: number): Post {
		const post = this.posts.find((each) => each.id === id);
		demand(post, `There is no post ${id}`);
		return post;
	}

	private translated(language: string): Post | undefined {
		const id = this.linked[0]![languageOf(language)];
		return id === undefined ? undefined : this.post(id);
	}

	private edit(post: Post, { title = post.title, body = post.content }: Partial<Texts>): void {
		Object.assign(post, { title, content: body });
	}
}
