import { inOrderOfImport, readTemplates } from '../../../../scripts/n8n/run/templates';

it('the template to start with is imported last, so that n8n lists it first', () => {
	const imported = inOrderOfImport(readTemplates()).map(({ file }) => file);
	expect(imported.at(-1)).toBe('first-translation.json');
	expect([...imported].sort()).toEqual(readTemplates().map(({ file }) => file));
});
