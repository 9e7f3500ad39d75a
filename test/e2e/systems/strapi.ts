import { type Answer, type Call, demand, demandFields, HttpSystem } from './httpSystem';
import { english, languageOf, LANGUAGES, type System, type Texts } from './system';

const TOKEN = 'a token';
const PATH = '/api/articles';
const ID = 'k3v1zq8m2x7p';
const DATE = '2026-11-16T08:00:00.000Z';

/** The part of Strapi 5's REST API for one content type with internationalization. */
export class Strapi extends HttpSystem implements System {
	readonly mark = 'Strapi';
	/** By locale: the draft, and what visitors see. */
	private readonly drafts = new Map<string, Texts>();
	private readonly published = new Map<string, Texts>();
	private readonly unpublished = new Set<string>();
	private isPublishing = false;

	static async start(): Promise<Strapi> {
		const system = await new Strapi().listen();
		await system.change(english(system.mark));
		return system;
	}

	get settings() {
		return { address: `${this.origin}${PATH}?fields=title,body` };
	}

	get credentials() {
		const data = { apiToken: TOKEN, url: this.origin, apiVersion: 'v4' };
		return [{ name: 'Strapi', type: 'strapiTokenApi', data }];
	}

	async read(language: string): Promise<Texts | undefined> {
		return this.published.get(languageOf(language));
	}

	async change(texts: Partial<Texts>): Promise<void> {
		this.edit('en', texts);
	}

	async correct(language: string, texts: Partial<Texts>): Promise<void> {
		this.edit(languageOf(language), texts);
	}

	async check(): Promise<void> {
		expect(this.violations).toEqual([]);
		expect([...this.drafts.keys()].sort()).toEqual(['en', ...LANGUAGES.map(languageOf)].sort());
		expect(this.published).toEqual(this.drafts);
	}

	protected override isWrite({ method }: Call): boolean {
		return method === 'PUT';
	}

	protected override answer({ method, path, query, authorization, body }: Call): Answer {
		demand(authorization === `Bearer ${TOKEN}`, 'The token is wrong');
		if (path === PATH) {
			demand(method === 'GET', 'There is no such method');
			demandFields(query, ['pagination[page]', 'pagination[pageSize]']);
			const page = Number(query['pagination[page]']);
			return { body: { data: page === 1 ? [this.shown('en', this.published)] : [], meta: {} } };
		}
		demand(path === `${PATH}/${ID}`, 'There is no such entry');
		demandFields(query, [], ['locale', 'status']);
		const { locale = 'en', status = 'published' } = query;
		const versions = status === 'draft' ? this.drafts : this.published;
		if (method === 'PUT') {
			demandFields(body, ['data']);
			demandFields(body.data as object, [], ['title', 'body']);
			if (status === 'published') this.publish(locale);
			else this.unpublished.add(locale);
			versions.set(locale, { ...this.drafts.get(locale), ...(body.data as Texts) });
		} else demand(method === 'GET', 'There is no such method');
		return versions.has(locale)
			? { body: { data: this.shown(locale, versions), meta: {} } }
			: { status: 404, body: { data: null, error: { status: 404, name: 'NotFoundError' } } };
	}

	/** Nobody may see one language before the others are there. */
	private publish(locale: string): void {
		demand(
			this.isPublishing || [0, LANGUAGES.length].includes(this.unpublished.size),
			'A language is missing',
		);
		this.unpublished.delete(locale);
		this.isPublishing = this.unpublished.size > 0;
	}

	private shown(locale: string, versions: Map<string, Texts>) {
		const dates = { createdAt: DATE, updatedAt: DATE, publishedAt: DATE };
		return { id: 4, documentId: ID, ...versions.get(locale), locale, ...dates };
	}

	private edit(locale: string, texts: Partial<Texts>): void {
		const now = { ...this.drafts.get(locale), ...texts } as Texts;
		this.drafts.set(locale, now);
		this.published.set(locale, now);
	}
}
