import type { Provider } from './model';

const SITE = { siteId: 'sandbox-site', creatorId: 'sandbox-admin' };

/** One without demands, one with a metadata schema, one with few languages, one disabled. */
export const seededProviders = (): Array<Omit<Provider, 'seq'>> => [
	{ ...SITE, id: 'pseudo', name: 'Pseudo Translations', status: 'ENABLED' },
	{
		...SITE,
		id: 'metadata',
		name: 'Metadata Translations (asks for extended metadata)',
		status: 'ENABLED',
		extendedMetadataSchema: {
			$schema: 'http://json-schema.org/draft-07/schema#',
			title: 'What Metadata Translations needs to know',
			type: 'object',
			required: ['costCenter', 'domain'],
			properties: {
				costCenter: {
					type: 'string',
					title: 'Cost center',
					pattern: '^[A-Z]{2}-[0-9]{4}$',
					examples: ['DE-1234'],
				},
				domain: { type: 'string', title: 'Subject', enum: ['marketing', 'legal', 'technical'] },
				priority: { type: 'integer', title: 'Priority', minimum: 1, maximum: 5, default: 3 },
				confidential: { type: 'boolean', title: 'Confidential' },
				reviewer: {
					type: 'object',
					title: 'Reviewer',
					required: ['email'],
					additionalProperties: false,
					properties: {
						name: { type: 'string', title: 'Name' },
						email: { type: 'string', title: 'E-mail', format: 'email' },
						languages: {
							type: 'array',
							title: 'Languages',
							items: { type: 'string' },
							uniqueItems: true,
						},
					},
				},
			},
		},
	},
	{
		...SITE,
		id: 'european',
		name: 'European Translations (some languages only)',
		status: 'ENABLED',
		capabilities: {
			supportUpdateTM: true,
			supportQuote: true,
			supportedLanguages: [
				{
					sources: ['en-us', 'en-gb'],
					targets: ['de-de', 'fr-fr', 'it-IT', 'es-es', 'pl-PL', 'pt-PT', 'nl-NL'],
				},
				{ sources: ['de-de'], targets: ['en-gb', 'fr-fr'] },
			],
		},
	},
	{ ...SITE, id: 'disabled', name: 'Resting Translations (switched off)', status: 'DISABLED' },
];
