// The order of imports, for `npm run lint` and, alone and quickly, for `npm run format`.
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

export const importOrder = {
	files: ['**/*.{ts,mjs}'],
	languageOptions: { parser: tseslint.parser },
	// Known by name, as some files switch its rules off.
	plugins: { 'simple-import-sort': simpleImportSort, '@typescript-eslint': tseslint.plugin },
	rules: {
		'simple-import-sort/imports': [
			'error',
			{ groups: [['^\\u0000'], ['^node:', '^@?\\w'], ['^\\.']] },
		],
		'simple-import-sort/exports': 'error',
	},
};

export default [
	{ ignores: ['**/dist', 'coverage'] },
	// With this one rule alone, every other exemption would seem unused and be removed.
	{ ...importOrder, linterOptions: { reportUnusedDisableDirectives: 'off' } },
];
