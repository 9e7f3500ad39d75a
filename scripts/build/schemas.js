/** Writes the output schemas where n8n looks for them: beside the node, by version and operation. */
const { mkdir, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const tsx = require('tsx/cjs/api');

const FOLDER = join(__dirname, '../../dist/nodes/TranslationJobs/__schema__/v1.0.0');

async function schemas() {
	const source = '../../nodes/TranslationJobs/outputSchemas.ts';
	const { OUTPUT_SCHEMAS } = tsx.require(source, __filename);
	for (const [operation, schema] of OUTPUT_SCHEMAS) {
		const path = join(FOLDER, `${operation}.json`);
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, JSON.stringify(schema));
	}
}

module.exports = { schemas };
