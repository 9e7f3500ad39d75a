// n8n's two official rule sets with every rule as an error, plus TypeScript rules everywhere.
import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { globalIgnores } from 'eslint/config';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

import { importOrder } from './eslint.imports.mjs';

const asErrors = (rules) => Object.fromEntries(Object.keys(rules).map((rule) => [rule, 'error']));
const community = {
	plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
	// Every rule there is: the recommended set leaves one out.
	rules: Object.fromEntries(
		Object.keys(n8nCommunityNodesPlugin.rules).map((rule) => [
			`@n8n/community-nodes/${rule}`,
			'error',
		]),
	),
};

export default tseslint.config(
	globalIgnores(['**/dist', 'node_modules', 'coverage']),
	{ plugins: { 'n8n-nodes-base': nodesBase } },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		// A fifth faster than `projectService`.
		languageOptions: {
			parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			'@typescript-eslint/consistent-type-imports': 'error',
			// These know the types. A promise that nobody waits for loses its error.
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-unnecessary-type-assertion': 'error',
		},
	},
	importOrder,
	{
		files: ['**/*.{ts,js,mjs,cjs}'],
		rules: {
			'max-len': [
				'error',
				{
					code: 120,
					tabWidth: 2,
					ignoreStrings: true,
					ignoreTemplateLiterals: true,
					ignoreRegExpLiterals: true,
					ignoreUrls: true,
				},
			],
		},
	},
	{
		files: ['package.json'],
		extends: [community],
		rules: asErrors(nodesBase.configs.community.rules),
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		extends: [community],
		rules: { ...asErrors(nodesBase.configs.credentials.rules), 'no-console': 'error' },
	},
	{
		files: ['nodes/**/*.ts', 'l10n/**/*.ts'],
		extends: [community],
		rules: {
			...asErrors(nodesBase.configs.nodes.rules),
			'no-console': 'error',
			// Here alone it takes as long as the next dearest rule does everywhere.
			'@typescript-eslint/no-misused-promises': 'error',
		},
	},
	{
		files: ['l10n/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							group: ['n8n-*', '@n8n/*', '**/nodes/**', '**/credentials/**'],
							message: 'l10n knows neither n8n nor the service: see l10n/README.md.',
						},
					],
				},
			],
		},
	},

	{
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-globals': ['error', { name: 'test', message: 'Tests begin with `it`.' }],
		},
	},

	// Rules of the older set that contradict the newer one. n8n's own scanner switches them off, too.
	{
		files: ['credentials/**/*.ts'],
		// wants the short name of a page on n8n's site;
		// @n8n/community-nodes/credential-documentation-url wants an address
		rules: { 'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off' },
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			// want the text 'main'; @n8n/community-nodes/node-connection-type-literal wants
			// NodeConnectionTypes
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},

	// The only exemption.
	{
		name: 'helpers.request is the only helper that a credential test has',
		files: ['nodes/**/methods/credentialTest.ts'],
		rules: { '@n8n/community-nodes/no-deprecated-workflow-functions': 'off' },
	},
);
