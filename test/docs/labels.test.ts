import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TranslationJobsApi } from '../../credentials/TranslationJobsApi.credentials';
import { TranslationProjectSettingsApi } from '../../credentials/TranslationProjectSettingsApi.credentials';
import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { TranslationJobsContentPollTrigger } from '../../nodes/TranslationJobsContentPollTrigger/TranslationJobsContentPollTrigger.node';
import { TranslationJobsStatusPollTrigger } from '../../nodes/TranslationJobsStatusPollTrigger/TranslationJobsStatusPollTrigger.node';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';

const root = join(__dirname, '..', '..');
const pages = [
	'templates/README.md',
	...readdirSync(join(root, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** What n8n itself calls its buttons, settings and nodes. */
const OF_N8N = [
	'Create workflow',
	'Import',
	'From file',
	'Execute Sub-workflow',
	'Fetch Test Event',
	'On Error',
	'Retry On Fail',
	'Remove Duplicates',
	'Read/Write Files from Disk',
	'Refresh Field List',
	'Continue (using error output)',
	'Send Email',
	'Tool Description',
];

/** Every label of the forms: fields, options, operations and actions. */
function labelsIn(value: unknown): string[] {
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && ['displayName', 'name', 'action'].includes(key)
			? [inner]
			: labelsIn(inner),
	);
}

/** *Minimum Age* stands for *Minimum Age (Minutes)*. */
const withoutUnit = (label: string) => label.replace(/ \([^)]+\)$/, '');

const known = new Set([
	...OF_N8N,
	...[
		new TranslationJobsApi(),
		new TranslationProjectSettingsApi(),
		...[
			new TranslationJobs(),
			new TranslationJobsTrigger(),
			new TranslationJobsStatusPollTrigger(),
			new TranslationJobsContentPollTrigger(),
			new ProjectSettings(),
		].map(({ description }) => description),
	].flatMap((shown) => labelsIn(shown).flatMap((label) => [label, withoutUnit(label)])),
]);

/** Title Case in italics or bold: *Max Tries*, **Job → Collect Translations**. */
function quotedLabels(text: string): string[] {
	return [...text.matchAll(/(?<![\w*`])\*{1,2}([A-Z][^*`\n]{1,80})\*{1,2}(?![\w*])/g)]
		.flatMap(([, quoted]) => quoted!.split(/ → |: /))
		.filter((label) =>
			/^[A-Z][\w/()-]*( [a-z]{1,4})*( [A-Z(][\w/()-]*( [a-z]{1,4})*)+$/.test(label),
		);
}

it.each(pages)('%s quotes only labels that exist', (page) => {
	const quoted = quotedLabels(readFileSync(join(root, page), 'utf8'));
	expect(quoted.filter((label) => !known.has(label))).toEqual([]);
});
