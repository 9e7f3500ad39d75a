/** Writes what the operations return, for n8n's editor: what the test that runs all of them records. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const args = [jest, '--maxWorkers=1', '--silent', 'test/nodes/TranslationJobs/everyOperation'];
const env = { ...process.env, UPDATE_SCHEMAS: '1' };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
