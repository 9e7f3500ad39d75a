/**
 * Everything that needs no browser, in one running n8n and in order: starting it takes longer than
 * most of the tests.
 */
import { useEnvironment } from './environment';
import { actions } from './parts/actions';
import { credentials } from './parts/credentials';
import { fileModes } from './parts/fileModes';
import { files } from './parts/files';
import { listing } from './parts/listing';
import { polling } from './parts/polling';
import { restart } from './parts/restart';
import { templates } from './parts/templates';
import { webhook } from './parts/webhook';

const environment = useEnvironment();

describe('what n8n lists', () => listing(environment));
describe('credentials', () => credentials(environment));
describe('actions', () => actions(environment));
describe('files', () => {
	files(environment);
	fileModes(environment, 'filesystem');
});
describe('polling triggers', () => polling(environment));
describe('webhook trigger', () => webhook(environment));
describe('templates', () => templates(environment));
describe('after a restart', () => restart(environment));
