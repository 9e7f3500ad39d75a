import { PostgresServer } from '../../../scripts/n8n/run/services';
import { english, LANGUAGES, type System, type Texts } from './system';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A real PostgreSQL with a table of articles. */
export class PostgresRows implements System {
	readonly mark = 'PostgreSQL';
	readonly settings = { select: 'SELECT id, title, body, price FROM articles' };

	private price = 5;

	private constructor(private readonly server: PostgresServer) {}

	static async start(programs: string): Promise<PostgresRows> {
		const server = await PostgresServer.start(programs);
		const system = new PostgresRows(server);
		const { title, body } = english(system.mark);
		try {
			await server.run(
				'CREATE TABLE articles (id serial PRIMARY KEY, title text, body text, price int, notes text)',
			);
			await server.run(
				`INSERT INTO articles (title, body, price, notes) VALUES (${quoted(title)}, ${quoted(body)}, 5, 'internal')`,
			);
		} catch (error) {
			await server.stop();
			throw error;
		}
		return system;
	}

	get credentials() {
		const data = {
			host: '127.0.0.1',
			port: this.server.port,
			database: 'postgres',
			user: 'n8n',
			password: '',
			ssl: 'disable',
		};
		return [{ name: 'PostgreSQL', type: 'postgres', data }];
	}

	/** No transaction rolls a sequence back, so only the first write fails. */
	async failNextWrite(): Promise<void> {
		await this.server.run(`
			CREATE SEQUENCE tries;
			CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF nextval('tries') = 1 THEN RAISE EXCEPTION 'The disk is full'; END IF;
				RETURN NEW;
			END $$;
			CREATE TABLE entry_translations (
				entry_id text NOT NULL, language text NOT NULL, entry jsonb NOT NULL, known text NOT NULL,
				PRIMARY KEY (entry_id, language)
			);
			CREATE TRIGGER fail_once BEFORE INSERT ON entry_translations
				FOR EACH ROW EXECUTE FUNCTION fail_once();
		`);
	}

	async read(language: string): Promise<Texts | undefined> {
		const entry = await this.server.run(
			`SELECT entry FROM entry_translations WHERE entry_id = '1' AND language = ${quoted(language)}`,
		);
		if (entry === '') return undefined;
		const { title, body } = JSON.parse(entry) as Texts;
		return { title, body };
	}

	async change(texts: Partial<Texts>): Promise<void> {
		for (const [column, text] of Object.entries(texts))
			await this.server.run(`UPDATE articles SET ${column} = ${quoted(text)}`);
	}

	async correct(language: string, texts: Partial<Texts>): Promise<void> {
		await this.server.run(
			`UPDATE entry_translations SET entry = entry || ${quoted(JSON.stringify(texts))} WHERE language = ${quoted(language)}`,
		);
	}

	async changeUntranslated(): Promise<void> {
		this.price = 7;
		await this.server.run(`UPDATE articles SET price = ${this.price}`);
	}

	async check(): Promise<void> {
		const prices = await this.server.run("SELECT entry->>'price' FROM entry_translations");
		expect(prices.split('\n')).toEqual(LANGUAGES.map(() => String(this.price)));
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}
