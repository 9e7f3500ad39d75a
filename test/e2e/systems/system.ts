import type { CredentialInput } from '../../../scripts/n8n/run/rest';

export const LANGUAGES = ['de-de', 'fr-fr'];

/** The texts of one entry, or of one file. */
export type Texts = Record<'title' | 'body', string>;

/** What is translated at first. The mark tells the texts of one system from those of others. */
export const english = (mark: string): Texts => ({
	title: `Spring is here, ${mark}`,
	body: `Our spring sale starts today, ${mark}.`,
});

/** How these systems call a language. */
export const languageOf = (code: string): string => code.split('-')[0]!;

/** A place where content lives, with one entry in it. */
export interface System {
	/** In each of its source texts. */
	readonly mark: string;
	/** What a person enters in the step *Settings*. */
	readonly settings: Record<string, string>;
	readonly credentials: CredentialInput[];
	/** The next translation cannot be stored. */
	failNextWrite(): Promise<void> | void;
	/** The texts in a language, undefined if there are none yet. */
	read(language: string): Promise<Texts | undefined>;
	/** A person changes the source. */
	change(texts: Partial<Texts>): Promise<void>;
	/** A person changes what no translator needs. `check` looks for it in each language. */
	changeUntranslated?(): Promise<void>;
	/** A person changes a translation. */
	correct(language: string, texts: Partial<Texts>): Promise<void>;
	/** After so many jobs: nothing is there twice, and nobody did what the system forbids. */
	check(jobs: number): Promise<void>;
	stop(): Promise<void>;
}
